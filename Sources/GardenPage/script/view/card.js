/** A plant at a glance: name, state, moisture and its way, one line. What is well with probe and battery is not said. */
import { ago, countdown, figureOf, measure, measureBeside, moment, percent, span, t } from '../words.js';
import { trend } from '../draw/trend.js';
import { isBack, leading, nameOf } from './because.js';
import { h, say, set, show } from './element.js';
import { gauge } from './gauge.js';
import { picture } from './picture.js';
import { runOf } from './runs.js';
import { isByCalendar, isDue, stateTag } from './state.js';

export const BATTERY_LOW = 20;
const DAY = 86400;

export function card(app, id) {
  const { garden, trends } = app;
  const link = h('a', { href: `#/plant/${encodeURIComponent(id)}` });
  const image = picture(app, id);
  const glass = gauge();
  const figure = h('span', { class: 'figure-number' });
  const unit = h('span', { class: 'figure-unit' }, '%');
  const line = trend();
  const tag = stateTag();
  const words = h('p', { class: 'card-line' });
  const trouble = h('p', { class: 'card-trouble' });
  const element = h(
    'article',
    { class: 'card' },
    glass.element,
    h(
      'div',
      { class: 'card-body' },
      h('header', { class: 'card-head' }, h('h3', { class: 'plant-name' }, link), h('p', { class: 'state' }, tag.element)),
      h('div', { class: 'card-figure' }, h('p', { class: 'figure' }, figure, unit), line.element),
    ),
    image.element,
    h('div', { class: 'card-words' }, words, trouble),
  );

  const update = () => {
    const plant = garden.plant.get(id);
    if (!plant) return;
    const detail = garden.detail.get(id);
    const now = garden.clock.now();
    const name = detail?.name ?? plant.n;
    say(link, name);
    image.update();
    glass.update(name, plant, detail);
    say(figure, figureOf(plant));
    show(unit, plant.m !== undefined);
    tag.update(element, plant);
    say(words, lineOf(app, id, plant, detail, now));
    const bad = troubles(plant, detail).join(' · ');
    say(trouble, bad);
    show(trouble, bad !== '');
    drawTrend(plant, detail, now);
  };

  const drawTrend = (plant, detail, now) => {
    const { points, gap } = trends.of(id);
    const recent = points.filter(([time]) => time >= now - DAY);
    set(line.element, 'data-empty', recent.length < 2);
    if (recent.length < 2) return set(line.element, 'aria-label', t('trend_label'));
    line.draw(recent, now - DAY, now, gap, plant.d ?? detail?.dry_below);
    const change = recent[recent.length - 1][1] - recent[0][1];
    const way = change > 1 ? 'up' : change < -1 ? 'down' : 'level';
    set(line.element, 'aria-label', t('labelled', { name: t('trend_label'), value: t(`trend_${way}`) }));
  };

  return { element, update };
}

/** The one line: what the figure above does not say. */
export function lineOf(app, id, plant, detail, now) {
  const run = runOf(app.garden, id);
  if (run?.ends > now) return t('run_left', { time: countdown(run.ends - now) });
  const evaluation = leading(plant, detail);
  const length = evaluation && now - evaluation.since >= 60 ? ` · ${t('for_span', { span: span(now - evaluation.since) })}` : '';
  if (isByCalendar(plant)) return restOf(plant, detail, now);
  if (['stale', 'unknown'].includes(plant.s)) return t(`why_${plant.y ?? 'never'}`) + length;
  if (plant.s === 'dry' || plant.s === 'wet') {
    const limit = plant.s === 'dry' ? (plant.d ?? detail?.dry_below) : evaluation?.high;
    if (limit === undefined || plant.m === undefined) return length.replace(' · ', '');
    return (
      t(isBack(plant.m, limit, plant.s === 'dry' ? 'low' : 'high') ? 'line_back' : `line_${plant.s}`, { limit: percent(limit) }) + length
    );
  }
  if (plant.s !== 'ok') return evaluation ? measured(evaluation) : '';
  return restOf(plant, detail, now);
}

/** Short, as a card and a tile have it; the plant's own page gives the reason whole. */
function measured({ quantity, value, low, high, status }) {
  const limit = status === 'low' ? low : high;
  if (value === undefined || limit === undefined) return '';
  const shown = measureBeside(value, [limit], quantity);
  return t('line_measured', { quantity: nameOf(quantity), value: shown, limit: measure(limit, quantity) });
}

/** Of a plant that is well: when it was watered, and what is next. */
function restOf(plant, detail, now) {
  const isNever = plant.f?.includes('n') || detail?.never_watered;
  const last =
    !isNever && plant.l
      ? t('watered_when', { when: now - plant.l < 2 * DAY ? ago(plant.l, now) : moment(plant.l, now, { withTime: false }) })
      : null;
  return [nextOf(plant, detail, now), last].filter(Boolean).join(' · ');
}

/** A date where the plant is due, its probe has taught when it will be, or the calendar decides; else its probe will tell. */
export function nextOf(plant, detail, now) {
  const limit = plant.d ?? detail?.dry_below;
  if (plant.x === undefined) return limit === undefined ? null : t('dry_limit', { value: percent(limit) });
  const day = (seconds) => moment(Math.max(seconds, now), now, { withTime: false });
  if (isDue(plant)) return t('next_when', { when: plant.x > now ? day(plant.x) : t('overdue') });
  if (plant.a === undefined) return t('next_when', { when: day(plant.x) });
  const [when, from, to] = [plant.x, plant.a, plant.z].map(day);
  const text = t('next_when', { when });
  return from === to ? text : t('noted', { text, remark: t('next_between', { from, to }) });
}

/** What is wrong with probes and battery; a plant that nothing is known of says so by itself. */
function troubles(plant, detail) {
  const found = [];
  const sensors = detail?.sensors ?? [];
  const well = sensors.filter(
    (one) => one.online !== false && one.values.some((value) => value.fresh && value.quantity !== 'battery'),
  ).length;
  if (well < sensors.length && !['stale', 'unknown'].includes(plant.s)) {
    found.push(
      sensors.length > 1
        ? t('probes_some', { count: well, all: sensors.length })
        : t(sensors[0].online === false ? 'probe_offline' : 'probe_old'),
    );
  }
  if (plant.f?.includes('l') || (plant.b ?? 100) < BATTERY_LOW) {
    found.push(plant.b === undefined ? t('battery_low') : t('labelled', { name: t('battery_low'), value: measure(plant.b, 'battery') }));
  }
  return found;
}
