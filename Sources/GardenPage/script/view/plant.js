/** One plant: how it is and why, what can be done, its history, its probes. */
import { ago, countdown, degrees, figureOf, measure, moment, number, percent, span, t, tOr, unitOf } from '../words.js';
import { icon } from '../draw/icon.js';
import { answered } from './answered.js';
import { outcome } from './answers.js';
import { because, nameOf } from './because.js';
import { button } from './button.js';
import { BATTERY_LOW, lineOf, nextOf } from './card.js';
import { h, Listing, property, say, set, show } from './element.js';
import { gauge } from './gauge.js';
import { historyView } from './history.js';
import { picture } from './picture.js';
import { reminders } from './reminders.js';
import { obstacle, wateringObstacle } from './rights.js';
import { progressNow, runOf, runs, stopRun, stopRunObstacle, titleOf } from './runs.js';
import { slider } from './slider.js';
import { nameOfPlant, openCountdown, openWatering } from './start.js';
import { isByCalendar, stateTag } from './state.js';

const STATUS_ICONS = { fine: 'ok', low: 'left', high: 'up', unknown: 'unknown' };

function evaluationRow(app, id) {
  const words = h('span', { class: 'row-name row-plain' });
  const more = h('span', { class: 'row-more' });
  const picture = icon('unknown');
  const element = h('li', { class: 'row' }, picture, h('div', { class: 'row-words' }, words, more));
  return {
    element,
    update(evaluation) {
      const now = app.garden.clock.now();
      say(words, because(evaluation, app.garden.detail.get(id)));
      const facts = [
        t('for_span', { span: span(now - evaluation.since) }),
        evaluation.at && t('labelled', { name: t('measured'), value: ago(evaluation.at, now) }),
      ];
      say(more, facts.filter(Boolean).join(' · '));
      picture.turnTo(STATUS_ICONS[evaluation.status]);
      set(element, 'data-evaluated', evaluation.status);
    },
  };
}

function sensorCard(app) {
  const name = h('h3', { class: 'sensor-name' });
  const state = h('p', { class: 'row-more' });
  const values = h('ul', { class: 'sensor-values' });
  const refused = h('p', { class: 'row-more' });
  const list = new Listing(
    values,
    (value) => value.quantity,
    () => {
      const words = h('span', {});
      const age = h('span', { class: 'row-more' });
      const element = h('li', {}, words, age);
      return {
        element,
        update(value) {
          const now = app.garden.clock.now();
          say(words, `${nameOf(value.quantity)} ${measure(value.value, value.quantity)}`);
          const facts = [
            !value.fresh && t('value_old'),
            value.at && ago(value.at, now),
            value.raw !== undefined && t('raw_value', { value: number(value.raw, 3) }),
          ];
          say(age, facts.filter(Boolean).join(' · '));
          set(element, 'data-fresh', value.fresh);
        },
      };
    },
  );
  const element = h('li', { class: 'sensor' }, h('div', { class: 'sensor-head' }, icon('probe'), name), state, values, refused);
  return {
    element,
    update(sensor) {
      say(name, sensor.id);
      const isHeard = sensor.values.length > 0;
      say(state, sensor.online === false ? t('sensor_offline') : isHeard ? (sensor.online ? t('sensor_online') : '') : t('sensor_unheard'));
      list.update(sensor.values);
      const reasons = [...sensor.refused].map(
        ([reason, count]) => `${number(count)} × ${tOr(`refusal_${reason.replaceAll(' ', '_')}`, reason)}`,
      );
      say(refused, reasons.length ? t('refused_list', { list: reasons.join(' · ') }) : '');
      set(element, 'data-online', sensor.online !== false && isHeard);
    },
  };
}

/** What a person can do about the plant, in one row; at the bottom of a phone's screen. What runs is the button itself. */
function actions(app, id) {
  const message = h('p', { class: 'message', role: 'status' });
  const valve = button({ iconName: 'water', className: 'button-main', act: async () => openWatering(app, id) });
  const stop = button({
    iconName: 'stop',
    className: 'button-run',
    act: async () => {
      say(message, '');
      const running = runOf(app.garden, id);
      const answer = running && (await stopRun(app, running.kind, id));
      if (answer && !answer.ok) say(message, outcome(answer));
    },
  });
  const timer = button({ iconName: 'timer', act: async () => openCountdown(app, id) });
  const done = button({
    iconName: 'ok',
    act: async () =>
      place.hold({ category: 'WATERING_REMINDER', action: 'water_done', plant: id }, 'water_done', nameOfPlant(app.garden, id)),
  });
  const row = h('div', { class: 'actions-row' }, valve.element, stop.element, done.element, timer.element);
  const place = answered(app, `done/${id}`, row);
  return {
    element: h('div', { class: 'actions' }, message, place.element),
    update() {
      const running = runOf(app.garden, id);
      const hasValve = Boolean(app.garden.detail.get(id)?.watering);
      show(valve.element, hasValve && !running);
      show(stop.element, Boolean(running));
      show(timer.element, !hasValve && !running);
      set(done.element, 'data-main', !hasValve && !running);
      valve.update(t('action_water_start'), wateringObstacle(app, id));
      done.update(t('watered_by_hand'), obstacle(app, 'actor'));
      timer.update(t('countdown'), obstacle(app, 'actor'));
      place.update();
      if (running) paintRun(running);
    },
  };

  function paintRun({ kind, ends, run }) {
    const now = app.garden.clock.now();
    const plant = nameOfPlant(app.garden, id);
    const left = ends > now ? t('run_left', { time: countdown(ends - now) }) : t(run ? 'run_ending' : 'run_opening');
    property(stop.element, '--progress', run ? progressNow(run, now).toFixed(4) : 0);
    stop.update(`${left} · ${t('stop')}`, stopRunObstacle(app), `${t('stop_run', { title: titleOf(kind, plant) })} · ${left}`);
  }
}

/** How the plant is now. */
function nowOf(app, id) {
  const image = picture(app, id);
  const glass = gauge();
  const figure = h('span', { class: 'figure-number' });
  const unit = h('span', { class: 'figure-unit' }, '%');
  const tag = stateTag();
  const reason = h('p', { class: 'state-reason' });
  const facts = h('p', { class: 'plant-facts' });
  const element = h(
    'section',
    { class: 'hero' },
    glass.element,
    h('div', { class: 'hero-body' }, h('p', { class: 'state' }, tag.element), h('p', { class: 'figure' }, figure, unit), reason, facts),
    image.element,
  );

  return {
    element,
    update(plant, detail, now) {
      tag.update(element, plant);
      image.update();
      glass.update(nameOfPlant(app.garden, id), plant, detail);
      say(figure, figureOf(plant));
      show(unit, plant.m !== undefined);
      say(reason, lineOf(app, id, plant, detail, now));
      say(facts, factWords(plant, detail, now));
    },
  };
}

export function plantPage(app, id) {
  const back = h('a', { class: 'button back', href: '#/' }, icon('back'), h('span', {}));
  const name = h('h1', { class: 'view-title', tabindex: '-1' });
  const hero = nowOf(app, id);
  const open = reminders(app, (one) => one.plant?.id === id && !one.plants, false);
  // What runs is the button below; here stands how it ended, and what else runs.
  const running = runs(app, (run) => run.plant === id && run.id !== runOf(app.garden, id)?.run?.id);
  const sliders = h('div', { class: 'sliders' });
  const sliderList = new Listing(
    sliders,
    (control) => control,
    (control) => slider(app, control, false, (value) => history.tryLimit(value)),
  );
  const answers = actions(app, id);
  const history = historyView(app, id);
  const whyTitle = h('h2', { class: 'section-title' });
  const why = h('ul', { class: 'rows' });
  const whyList = new Listing(
    why,
    (evaluation) => evaluation.quantity,
    () => evaluationRow(app, id),
  );
  const line = h('p', { class: 'hint' });
  const sensorTitle = h('h2', { class: 'section-title' });
  const sensors = h('ul', { class: 'sensors' });
  const sensorList = new Listing(
    sensors,
    (sensor) => sensor.id,
    () => sensorCard(app),
  );
  const unknown = h('p', { class: 'hint' });
  const nowTitle = h('h2', { class: 'unseen' });
  const known = h(
    'div',
    { class: 'plant-grid' },
    h('div', { class: 'plant-side' }, nowTitle, hero.element, open.element, running.element, sliders),
    h(
      'div',
      { class: 'plant-main' },
      history.element,
      h('section', { class: 'part' }, whyTitle, why, line),
      h('section', { class: 'part' }, sensorTitle, sensors),
    ),
    answers.element,
  );
  const element = h('div', { class: 'view view-plant' }, h('div', { class: 'plant-head' }, back, name), unknown, known);

  return {
    element,
    title: () => nameOfPlant(app.garden, id),
    close: () => history.close(),
    update() {
      const { garden } = app;
      const plant = garden.plant.get(id);
      const detail = garden.detail.get(id);
      say(back.lastChild, t('back'));
      show(unknown, !plant && app.isSettled);
      say(unknown, t('code_unknown_plant'));
      show(known, Boolean(plant));
      say(name, plant || detail ? nameOfPlant(garden, id) : '');
      if (!plant) return;
      const now = garden.clock.now();
      say(nowTitle, t('now'));
      hero.update(plant, detail, now);
      open.update();
      running.update();
      sliderList.update([...garden.control.values()].filter((control) => control.plant === id).map((control) => control.id));
      answers.update();
      history.update();
      say(whyTitle, t('why'));
      whyList.update(detail?.evaluations ?? []);
      say(line, detail?.line ? t('config_line', { line: detail.line }) : '');
      set(line, 'title', detail?.key);
      say(sensorTitle, t('sensors'));
      sensorList.update(detail?.sensors ?? []);
    },
  };
}

function factWords(plant, detail, now) {
  const never = plant.f?.includes('n') || detail?.never_watered;
  return [
    plant.c !== undefined && degrees(plant.c),
    plant.u !== undefined && `${number(plant.u, 0)}\u00a0${unitOf('light')}`,
    plant.e !== undefined && `${number(plant.e, 0)}\u00a0${unitOf('conductivity')}`,
    plant.b < BATTERY_LOW && `${t('battery_low')} ${percent(plant.b)}`,
    t('labelled', { name: t('last_watered'), value: never ? t('never_watered') : plant.l ? moment(plant.l, now) : '–' }),
    plant.x !== undefined && !['dry', 'ok'].includes(plant.s) && !isByCalendar(plant) && nextOf(plant, detail, now),
    detail?.forecast?.unknown && t(`forecast_${detail.forecast.unknown}`),
  ]
    .filter(Boolean)
    .join(' · ');
}
