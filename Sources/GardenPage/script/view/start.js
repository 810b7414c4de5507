/** The sheets that start something: a watering by valve, a countdown by hand, and the emergency stop. */
import { t } from '../words.js';
import { outcome } from './answers.js';
import { button } from './button.js';
import { h, say } from './element.js';
import { minutesChooser } from './minutes.js';
import { obstacle, wateringObstacle } from './rights.js';
import { runs, stopRunObstacle } from './runs.js';
import { sheetRow } from './sheet.js';

export const nameOfPlant = (garden, id) => garden.detail.get(id)?.name ?? garden.plant.get(id)?.n ?? id;

/** Sends and closes the sheet; what is not accepted is said in it. */
const order = (app, message, fields) => async () => {
  say(message, '');
  const answer = await app.commands.send('action', { category: 'WATERING_CONTROL', ...fields() });
  if (answer.ok) app.sheet.close();
  else say(message, outcome(answer));
};

export function openWatering(app, plant) {
  const plan = app.garden.detail.get(plant)?.watering;
  const longest = Math.max(1, Math.floor((plan?.seconds_max ?? plan?.seconds ?? 3600) / 60));
  const message = h('p', { class: 'message', role: 'alert' });
  const start = button({
    iconName: 'water',
    className: 'button-main',
    act: order(app, message, () => ({ action: 'water_start', plant, value: chooser.minutes * 60 })),
  });
  const paint = () =>
    start.update(t('start_for', { minutes: t('minutes_many', { count: chooser.minutes }) }), wateringObstacle(app, plant));
  const chooser = minutesChooser((plan?.seconds ?? 300) / 60, longest, () => paint());
  const why = h('p', { class: 'hint' });
  const byHand = button({ iconName: 'timer', className: 'button-plain', act: async () => openCountdown(app, plant) });
  byHand.update(t('countdown_by_hand'));
  app.sheet.open(
    t('water_plant', { plant: nameOfPlant(app.garden, plant) }),
    [
      h('p', { class: 'hint' }, t('start_watering_hint')),
      chooser.element,
      why,
      message,
      sheetRow(app.sheet, start.element),
      byHand.element,
    ],
    () => {
      say(why, wateringObstacle(app, plant));
      paint();
    },
  );
}

export function openCountdown(app, plant) {
  const message = h('p', { class: 'message', role: 'alert' });
  const ids = [...app.garden.plant.keys()].sort();
  const choice = h(
    'select',
    { id: 'countdown-plant', class: 'select' },
    h('option', { value: '' }, t('countdown_no_plant')),
    ...ids.map((id) => h('option', { value: id, selected: id === plant }, nameOfPlant(app.garden, id))),
  );
  const start = button({
    iconName: 'timer',
    className: 'button-main',
    act: order(app, message, () => ({
      action: 'countdown_start',
      value: chooser.minutes * 60,
      ...(choice.value ? { plant: choice.value } : {}),
    })),
  });
  const paint = () => start.update(t('start_for', { minutes: t('minutes_many', { count: chooser.minutes }) }), obstacle(app, 'actor'));
  const chooser = minutesChooser(5, 720, () => paint());
  const why = h('p', { class: 'hint' });
  app.sheet.open(
    t('countdown_by_hand'),
    [
      h('p', { class: 'hint' }, t('countdown_hint')),
      h('label', { class: 'field' }, h('span', {}, t('countdown_plant')), choice),
      chooser.element,
      why,
      message,
      sheetRow(app.sheet, start.element),
    ],
    () => {
      say(why, obstacle(app, 'actor'));
      paint();
    },
  );
}

export function openStop(app) {
  const message = h('p', { class: 'message', role: 'alert' });
  const all = button({
    iconName: 'stop',
    className: 'button-stop button-large',
    act: order(app, message, () => ({ action: 'water_stop_all' })),
  });
  const release = releaseButton(app, message);
  const running = runs(app, (run) => run.state !== 'ended');
  const why = h('p', { class: 'hint' });
  const hint = h('p', { class: 'hint' });
  app.sheet.open(
    t('emergency'),
    [
      running.element,
      hint,
      why,
      message,
      h(
        'div',
        { class: 'sheet-row' },
        h('button', { type: 'button', class: 'button', onclick: () => app.sheet.close() }, t('close')),
        release.element,
        all.element,
      ),
    ],
    () => {
      running.update();
      const isStopped = app.garden.isStopped;
      say(hint, t(isStopped ? 'stopped_text' : 'emergency_hint'));
      say(why, app.link.state !== 'online' ? t('stop_offline') : isStopped ? obstacle(app, 'operator') : stopRunObstacle(app));
      all.element.hidden = isStopped;
      release.element.hidden = !isStopped;
      all.update(t('stop_everything'), stopRunObstacle(app));
      release.update(t('action_water_release'), obstacle(app, 'operator'));
    },
  );
}

/** Releases the emergency stop, or one valve's hold. */
export function releaseButton(app, message, valve) {
  return button({
    iconName: 'lock',
    act: async () => {
      say(message, '');
      const answer = await app.commands.send('action', {
        category: 'WATERING_CONTROL',
        action: 'water_release',
        ...(valve ? { valve } : {}),
      });
      if (!answer.ok) say(message, outcome(answer));
    },
  });
}
