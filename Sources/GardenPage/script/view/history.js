/** The history of one quantity of one plant: a drawing, its numbers as a table, and a file of them. */
import { load } from '../link/library.js';
import { language, percent, t, tOr, temperatureUnit } from '../words.js';
import { icon } from '../draw/icon.js';
import { reason } from './answers.js';
import { nameOf } from './because.js';
import { chart } from './chart.js';
import { csv, offer } from './csv.js';
import { h, say, set } from './element.js';
import { DAY, stretchOf } from './stretch.js';
import { historyTable } from './table.js';

const RANGES = [
  ['range_day', DAY],
  ['range_week', 7 * DAY],
  ['range_month', 30 * DAY],
  ['range_season', 91 * DAY],
];
const POINTS = 240;
const RENEW = 20_000;
/** As the bridge has it where the config says nothing else. */
const DEADBAND = 5;
const QUANTITIES = ['moisture', 'temperature', 'light', 'conductivity', 'humidity', 'battery'];

export function historyView(app, plant) {
  const question = () => ({ plant, quantity: quantity.value(), ...stretch.range(), points: POINTS });
  const { read, askAfter, renew, stop } = reader(app, question, paint);
  const stretch = stretchOf(() => app.garden.clock.now(), askAfter);
  const title = h('h2', { class: 'section-title' });
  const quantity = quantityChooser(
    () => app.garden.detail.get(plant),
    () => askAfter(0),
  );
  const ranges = rangeChips(stretch);
  const tools = moveTools(stretch);
  const download = h('button', { type: 'button', class: 'button', onclick: save }, icon('download'), h('span', {}));
  const drawing = chart(stretch);
  const table = historyTable();
  const would = h('p', { class: 'hint', role: 'status' });
  /** A dry limit under somebody's thumb. */
  let trial = null;
  const above = h('div', { class: 'history-tools' }, ranges.element, quantity.element);
  const below = h('div', { class: 'history-tools' }, tools.element, download);
  const element = h('section', { class: 'part history' }, title, above, drawing.element, would, below, table.element);

  function limits() {
    const detail = app.garden.detail.get(plant);
    const evaluation = detail?.evaluations.find((one) => one.quantity === read.shown.quantity);
    return {
      low: triedLimit() ?? evaluation?.low ?? (read.shown.quantity === 'moisture' ? detail?.dry_below : undefined),
      high: evaluation?.high,
    };
  }

  const triedLimit = () => (read.shown.quantity === 'moisture' ? trial : null);

  /** When the limit is reached: drawn where the stretch ends now. */
  function ahead() {
    const { forecast, next } = app.garden.detail.get(plant) ?? {};
    const isDrawn = read.shown.quantity === 'moisture' && stretch.goesOn() && forecast?.earliest !== undefined;
    return isDrawn ? { earliest: forecast.earliest, likely: next, latest: forecast.latest } : undefined;
  }

  function paint() {
    ranges.paint();
    drawing.tell(read.isReading, read.failure);
    const { shown } = read;
    if (!shown) return;
    const gaps = drawing.draw(read.Chart, shown, app.garden.detail.get(plant)?.name ?? plant, { ...limits(), ahead: ahead() });
    set(element, 'data-gaps', gaps.length);
    set(element, 'data-points', shown.points.length);
    table.show(shown);
    const limit = triedLimit();
    say(would, limit === null ? '' : t('limit_would', { limit: percent(limit), count: dips(shown.points, limit) }));
  }

  function save() {
    if (read.shown) offer(`${plant}-${read.shown.quantity}.csv`, csv(read.shown));
  }

  function update() {
    say(title, t('history'));
    for (const part of [ranges, tools, quantity, table]) part.update();
    say(download.lastChild, t('download'));
    set(download, 'aria-label', t('download_label'));
    set(download, 'disabled', !read.shown);
    if (read.shown) {
      const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
      const key = [
        language(),
        temperatureUnit(),
        document.documentElement.dataset.theme,
        isDark,
        JSON.stringify([limits(), ahead()]),
      ].join();
      if (element.dataset.look !== key) {
        element.dataset.look = key;
        paint();
      }
    }
    renew(stretch.goesOn());
  }

  return {
    element,
    update,
    tryLimit(value) {
      if (trial === value) return;
      trial = value;
      update();
    },
    close() {
      stop();
      drawing.close();
    },
  };
}

/** How often the soil got drier than that: it is well again a little above. */
function dips(points, limit) {
  let isDry = false;
  let count = 0;
  for (const [, mean] of points) {
    // A limit of 0% is reached there.
    if ((mean < limit || mean <= 0) && !isDry) count += 1;
    isDry = mean <= 0 || mean < limit + (isDry ? DEADBAND : 0);
  }
  return count;
}

/** Asks for what is looked at, one question at a time; `changed()` is told when it begins and ends. */
function reader(app, question, changed) {
  const read = { shown: null, failure: null, isReading: false };
  let isWanted = false;
  let isClosed = false;
  let readAt = -Infinity;
  let timer = 0;

  async function ask() {
    if (isClosed || app.link.state !== 'online') return;
    isWanted = read.isReading;
    if (isWanted) return;
    read.isReading = true;
    readAt = performance.now();
    changed();
    const asked = question();
    try {
      const [data, Chart] = await Promise.all([app.history.read(asked), load('chart')]);
      if (isClosed) return;
      Object.assign(read, { failure: null, Chart, shown: { ...data, quantity: asked.quantity } });
    } catch (error) {
      read.failure = (error.why && reason(error.why)) || tOr(`code_${error.code}`, error.code || error.message || '?');
    }
    read.isReading = false;
    if (isClosed) return;
    changed();
    if (isWanted) ask();
  }

  return {
    read,
    /** After a rest, so that a pinch asks once. */
    askAfter(rest) {
      changed();
      clearTimeout(timer);
      timer = setTimeout(ask, rest);
    },
    /** What goes on is asked for again from time to time. */
    renew(goesOn) {
      const age = performance.now() - readAt;
      if (((goesOn && age > RENEW) || !read.shown) && !read.isReading && age > 2000) ask();
    },
    stop() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

function quantityChooser(detail, onchange) {
  const select = h('select', { class: 'select', id: 'history-quantity', onchange });
  const label = h('span', {});

  function paint() {
    const { evaluations = [], sensors = [] } = detail() ?? {};
    const evaluated = evaluations.filter((one) => one.reason !== 'none').map((one) => one.quantity);
    const measured = sensors.flatMap((sensor) => sensor.values.map((value) => value.quantity));
    const there = new Set(['moisture', ...evaluated, ...measured]);
    const offered = QUANTITIES.filter((one) => there.has(one));
    const key = offered.join() + language();
    if (select.dataset.key === key) return;
    select.dataset.key = key;
    const chosen = select.value || 'moisture';
    select.replaceChildren(...offered.map((one) => h('option', { value: one, selected: one === chosen }, nameOf(one))));
  }

  return {
    element: h('label', { class: 'field-inline' }, label, select),
    value: () => select.value || 'moisture',
    update() {
      say(label, t('quantity'));
      paint();
    },
  };
}

function rangeChips(stretch) {
  const chip = (length) => h('button', { type: 'button', class: 'chip', onclick: () => stretch.look(length) });
  const chips = RANGES.map(([key, length]) => ({ key, length, element: chip(length) }));
  const element = h('div', { class: 'chips ranges', role: 'group' }, ...chips.map((one) => one.element));
  return {
    element,
    paint() {
      for (const one of chips) set(one.element, 'aria-pressed', stretch.isLast(one.length) ? 'true' : 'false');
    },
    update() {
      for (const one of chips) say(one.element, t(one.key));
      set(element, 'aria-label', t('history'));
    },
  };
}

function moveTools(stretch) {
  const tool = (name, key, onclick) => ({ key, element: h('button', { type: 'button', class: 'button tool', onclick }, icon(name)) });
  const tools = [
    tool('left', 'earlier', () => stretch.move(-0.5)),
    tool('plus', 'zoom_in', () => stretch.zoom(0.5)),
    tool('minus', 'zoom_out', () => stretch.zoom(2)),
    tool('right', 'later', () => stretch.move(0.5)),
  ];
  return {
    element: h('div', { class: 'button-row' }, ...tools.map((one) => one.element)),
    update() {
      for (const one of tools) set(one.element, 'aria-label', t(one.key));
    },
  };
}
