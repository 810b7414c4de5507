/** The open reminders, with the buttons that their category names. */
import { mayDo } from '../garden.js';
import { language, moment, t } from '../words.js';
import { icon } from '../draw/icon.js';
import { answered, canWait } from './answered.js';
import { nameOfDevice, outcome } from './answers.js';
import { climateOf } from './because.js';
import { button } from './button.js';
import { h, Listing, say, set, show } from './element.js';
import { evidence } from './evidence.js';
import { obstacle } from './rights.js';
import { slider } from './slider.js';
import { frozen, isTouched } from './steady.js';

const ICONS = {
  WATERING_OFFER: 'dry',
  WATERING_REMINDER: 'dry',
  WATERING_DIGEST: 'dry',
  WATERING_DIGEST_OFFER: 'dry',
  WATERING_CHECK: 'unknown',
  SETPOINT_ADJUST: 'temperature',
  PLANT_CLIMATE: 'probe',
  SENSOR_TROUBLE: 'probe',
  VALVE_TROUBLE: 'warning',
  IDLE_VALVE_TROUBLE: 'warning',
  HEATER_TROUBLE: 'warning',
  GARDEN_STOPPED: 'stop',
  WATERING_TIME_UP: 'timer',
  COUNTDOWN_OVER: 'timer',
  TIME_UP: 'timer',
};

/** Whose words name the moment themselves. */
const SAYS_SINCE = /^(WATERING|PLANT_CLIMATE)/;

const wordsOf = (reminder) => reminder.alerts?.get(language()) ?? reminder.alert;
export const titleOf = (reminder) => wordsOf(reminder).title ?? reminder.plant?.name ?? reminder.key;

/** Who may press a button: its category says so. */
const roleFor = (garden, reminder, id) => garden.category.get(reminder.category)?.actions.find((one) => one.id === id)?.role ?? 'actor';

/** A button's words in the viewer's language, as the bridge's category has them. */
function actionTitle(garden, reminder, id) {
  const action = garden.category.get(reminder.category)?.actions.find((one) => one.id === id);
  return action?.titles?.get(language()) ?? action?.title ?? id;
}

function answerRow(app, reminder, plant) {
  const row = h('div', { class: 'answers' });
  let present = reminder;
  const title = (id) => actionTitle(app.garden, present, id);
  const name = () => plant?.name ?? titleOf(present);
  const place = answered(app, `${reminder.key}/${plant?.id ?? ''}`, row, title);
  const make = (id) => {
    const one = button({
      keepsWidth: true,
      className: id === 'water_stop' ? 'button-stop' : id === present.actions[0] ? 'button-main' : '',
      act: async () => {
        place.say('');
        const { note, key, rev, category } = present;
        const fields = { note, key, rev, category, action: id, ...(plant ? { plant: plant.id } : {}) };
        if (canWait(id) && !obstacle(app, 'actor')) return place.hold(fields, id, name());
        const answer = await app.commands.send('action', fields);
        if (!answer.ok || answer.code === 'already_done') place.say(outcome(answer));
      },
    });
    return {
      element: one.element,
      update: () =>
        one.update(title(id), obstacle(app, roleFor(app.garden, present, id)), t('action_for', { action: title(id), plant: name() })),
    };
  };
  const listing = new Listing(row, (id) => id, make);
  return {
    element: place.element,
    update(reminder, isGone) {
      present = reminder;
      const offered = reminder.actions.filter((id) => mayDo(app.garden.role, roleFor(app.garden, reminder, id)));
      listing.update(offered);
      place.update(isGone);
      if (offered.length === 0) show(row, false);
    },
  };
}

/** Why this device has no button where others have one. */
function missingRight(garden, reminder) {
  const roles = reminder.actions.map((id) => roleFor(garden, reminder, id));
  return roles.length === 0 || roles.some((role) => mayDo(garden.role, role)) ? null : t(`needs_${roles[0]}`);
}

/** `isNamed`: `false` where the plant's name already stands above. */
function reminderCard(app, first, isNamed) {
  const title = h('h3', { class: 'reminder-title', tabindex: '-1' });
  const subtitle = h('p', { class: 'reminder-subtitle' });
  const body = h('p', { class: 'reminder-body' });
  const state = h('p', { class: 'reminder-state' });
  const hint = h('p', { class: 'hint reminder-hint' });
  const picture = icon(ICONS[first.category] ?? 'bell');
  const many = h('ul', { class: 'digest' });
  let plants = [];
  let isGone = false;
  const manyList = new Listing(
    many,
    (plant) => plant.id,
    (plant) => {
      const row = answerRow(app, first, plant);
      return {
        element: h('li', {}, h('span', { class: 'digest-name' }, plant.name), row.element),
        update: () => {
          const present = app.garden.reminder.get(first.key);
          row.update(present ?? first, !present?.plants?.some((one) => one.id === plant.id));
        },
      };
    },
  );
  const single = answerRow(app, first, first.plant);
  // Who may not move it reads its value in the words; a plant's own view has its slider already.
  const place = h('div', {});
  const mayMove = () => mayDo(app.garden.role, app.garden.control.get(first.control)?.role ?? 'operator');
  let control = null;
  const plot = first.category === 'SENSOR_TROUBLE' ? evidence(app, first.key) : null;
  const element = h(
    'li',
    { class: 'reminder', 'data-category': first.category },
    h(
      'div',
      { class: 'reminder-head' },
      h('div', { class: 'reminder-icon' }, picture),
      h('div', { class: 'reminder-words' }, title, subtitle),
    ),
    body,
    plot?.element,
    state,
    place,
    many,
    single.element,
    hint,
  );
  return {
    element,
    update(reminder) {
      const now = app.garden.clock.now();
      const words = wordsOf(reminder);
      isGone = !app.garden.reminder.has(reminder.key);
      say(title, isNamed ? titleOf(reminder) : (words.subtitle ?? titleOf(reminder)));
      say(subtitle, isNamed ? words.subtitle : '');
      show(subtitle, isNamed && Boolean(words.subtitle));
      say(body, words.body);
      show(body, Boolean(words.body));
      set(element, 'data-state', isGone ? 'gone' : reminder.state);
      if (!isGone && reminder.category === 'PLANT_CLIMATE')
        picture.turnTo(climateOf(reminder.key, app.garden.detail.get(reminder.plant?.id)) ?? ICONS.PLANT_CLIMATE);
      const silent = undelivered(app.garden);
      say(state, stateWords(app.garden, reminder, silent, now));
      show(state, reminder.state !== 'sent' || reminder.untold !== undefined || silent.length > 0 || !SAYS_SINCE.test(reminder.category));
      // A plant that was answered stays in its place as long as a finger is near it.
      const told = reminder.plants ?? [];
      plants = isTouched(many) ? frozen(plants, told, (plant) => plant.id) : told;
      show(many, plants.length > 0);
      show(single.element, plants.length === 0);
      manyList.update(plants);
      if (plants.length === 0) single.update(reminder, isGone);
      const missing = isGone ? null : missingRight(app.garden, reminder);
      say(hint, missing ?? '');
      show(hint, missing !== null);
      if (!control && first.control && (isNamed || !first.plant) && mayMove()) {
        control = slider(app, first.control, !first.plant);
        place.append(control.element);
      }
      control?.update();
      plot?.update(reminder);
    },
  };
}

function stateWords(garden, reminder, silent, now) {
  if (reminder.state === 'snoozed') {
    const when = moment(reminder.until ?? now, now);
    return reminder.by ? t('reminder_snoozed_by', { when, device: nameOfDevice(garden, reminder.by) }) : t('reminder_snoozed', { when });
  }
  const since = SAYS_SINCE.test(reminder.category) ? null : t('reminder_since', { when: moment(reminder.since, now) });
  return [reminder.state === 'due' && t('reminder_due'), since, ...untold(reminder, now), ...silent].filter(Boolean).join(' · ');
}

/** Channels by which nothing arrives at the moment: who is reached by them has not heard of it. */
const undelivered = (garden) =>
  (garden.channels?.channels ?? [])
    .filter((one) => one.failing && one.waiting > 0)
    .map((one) => `${nameOfDevice(garden, one.id)}: ${t('channel_failing')}`);

/** What keeps it from somebody for now; what people chose for good is no news. */
const KEPT = ['turn', 'quiet', 'budget', 'device', 'crowded', 'clock', 'bridge'];
const untold = (reminder, now) =>
  (reminder.untold ?? [])
    .filter(({ why }) => KEPT.includes(why))
    .map(({ person, why, at }) => t(`untold_${why}`, { person, when: at ? moment(at, now) : '–' }));

const URGENCY = [
  'VALVE_TROUBLE',
  'IDLE_VALVE_TROUBLE',
  'HEATER_TROUBLE',
  'GARDEN_STOPPED',
  'SETPOINT_ADJUST',
  'WATERING_DIGEST_OFFER',
  'WATERING_DIGEST',
  'WATERING_OFFER',
  'WATERING_REMINDER',
  'WATERING_TIME_UP',
  'COUNTDOWN_OVER',
  'WATERING_CHECK',
];
/** These stand on top, whatever is being read. */
const ALARMS = URGENCY.slice(0, 4);
const rank = (reminder) => {
  const place = URGENCY.indexOf(reminder.category);
  return (reminder.state === 'snoozed' ? 100 : 0) + (place < 0 ? URGENCY.length : place);
};

/** A list that somebody may be reading keeps its order, and what is new comes below, alarms above; on a wall the most urgent comes first. */
function inOrder(app, shown, open) {
  if (app.isKiosk || document.hidden) return open;
  const isAlarm = (one) => one.state !== 'snoozed' && ALARMS.includes(one.category);
  const keys = new Set(open.map(({ key }) => key));
  const kept = frozen(
    shown.filter(({ key }) => keys.has(key)),
    open,
    ({ key }) => key,
  );
  return [...open.filter(isAlarm), ...kept.filter((one) => !isAlarm(one))];
}

/** `only(reminder)`: which of them to show; `isNamed`: whether each says whose it is. */
export function reminders(app, only = () => true, isNamed = true) {
  const list = h('ul', { class: 'reminder-list' });
  let shown = [];
  const listing = new Listing(
    list,
    (reminder) => reminder.key,
    (reminder) => reminderCard(app, reminder, isNamed),
    (element) => {
      if (!element.contains(document.activeElement)) return;
      // Who has just answered goes on with the next one, not at the top of the page.
      const next = element.nextElementSibling ?? element.previousElementSibling;
      (next?.querySelector('.reminder-title') ?? document.querySelector('main h2, main h1'))?.focus();
    },
  );
  return {
    element: list,
    update() {
      // Of a plant that is being watered its run is on the page instead.
      const open = [...app.garden.reminder.values()].filter((one) => one.state !== 'watering' && only(one));
      open.sort((a, b) => rank(a) - rank(b) || a.since - b.since || (a.key < b.key ? -1 : 1));
      shown = isTouched(list) ? frozen(shown, open, (reminder) => reminder.key) : inOrder(app, shown, open);
      listing.update(shown);
      return shown.length;
    },
  };
}
