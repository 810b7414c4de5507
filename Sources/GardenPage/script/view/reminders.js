/** The open reminders, with the buttons that their category names. */
import { language, moment, t } from '../words.js';
import { icon } from '../draw/icon.js';
import { outcome } from './answers.js';
import { button } from './button.js';
import { h, Listing, say, set, show } from './element.js';
import { obstacle } from './rights.js';
import { slider } from './slider.js';

const ICONS = { WATERING_REMINDER: 'dry', WATERING_DIGEST: 'dry', WATERING_CHECK: 'unknown', SETPOINT_ADJUST: 'temperature',
  PLANT_CLIMATE: 'bright', SENSOR_TROUBLE: 'probe', VALVE_TROUBLE: 'warning', IDLE_VALVE_TROUBLE: 'warning',
  HEATER_TROUBLE: 'warning', GARDEN_STOPPED: 'stop' };

const wordsOf = (reminder) => reminder.alerts?.get(language()) ?? reminder.alert;
export const titleOf = (reminder) => wordsOf(reminder).title ?? reminder.plant?.name ?? reminder.key;

/** A button's words in the viewer's language, as the hub's category has them. */
function actionTitle(garden, reminder, id) {
  const action = garden.category.get(reminder.category)?.actions.find((one) => one.id === id);
  return action?.titles?.get(language()) ?? action?.title ?? id;
}

function answerRow(app, reminder, plant) {
  const row = h('div', { class: 'answers' });
  const message = h('p', { class: 'message', role: 'status' });
  let present = reminder;
  const make = (id) => {
    const one = button({
      className: id === 'water_done' ? 'button-main' : id === 'water_stop' ? 'button-stop' : '',
      act: async () => {
        say(message, '');
        const { note, key, rev, category } = present;
        const answer = await app.commands.send('action', { note, key, rev, category, action: id, ...(plant ? { plant: plant.id } : {}) });
        if (!answer.ok || answer.code === 'already_done') say(message, outcome(answer));
      },
    });
    return {
      element: one.element,
      update: () => {
        const title = actionTitle(app.garden, present, id);
        one.update(title, obstacle(app, id === 'water_release' ? 'operator' : 'actor'),
          t('action_for', { action: title, plant: plant?.name ?? titleOf(present) }));
      },
    };
  };
  const listing = new Listing(row, (id) => id, make);
  const element = h('div', { class: 'answer-row' }, row, message);
  return {
    element,
    update(reminder) {
      present = reminder;
      listing.update(reminder.actions);
      show(row, reminder.actions.length > 0);
    },
  };
}

function reminderCard(app, first) {
  const title = h('h3', { class: 'reminder-title', tabindex: '-1' });
  const subtitle = h('p', { class: 'reminder-subtitle' });
  const body = h('p', { class: 'reminder-body' });
  const state = h('p', { class: 'reminder-state' });
  const picture = icon(ICONS[first.category] ?? 'bell');
  const many = h('ul', { class: 'digest' });
  const manyList = new Listing(many, (plant) => plant.id, (plant) => {
    const row = answerRow(app, first, plant);
    return { element: h('li', {}, h('span', { class: 'digest-name' }, plant.name), row.element), update: () => row.update(app.garden.reminder.get(first.key) ?? first) };
  });
  const single = answerRow(app, first, first.plant);
  const control = first.control ? slider(app, first.control) : null;
  const element = h('li', { class: 'reminder', 'data-category': first.category },
    h('div', { class: 'reminder-head' }, h('div', { class: 'reminder-icon' }, picture), h('div', { class: 'reminder-words' }, title, subtitle)),
    body, state, control?.element, many, single.element);
  return {
    element,
    update(reminder) {
      const now = app.garden.clock.now();
      const words = wordsOf(reminder);
      say(title, titleOf(reminder));
      say(subtitle, words.subtitle);
      show(subtitle, Boolean(words.subtitle));
      say(body, words.body);
      show(body, Boolean(words.body));
      set(element, 'data-state', reminder.state);
      say(state, stateWords(reminder, now));
      const plants = reminder.plants ?? [];
      show(many, plants.length > 0);
      show(single.element, plants.length === 0);
      manyList.update(plants);
      if (plants.length === 0) single.update(reminder);
      control?.update();
    },
  };
}

function stateWords(reminder, now) {
  if (reminder.state === 'snoozed') {
    const when = moment(reminder.until ?? now, now);
    return reminder.by ? t('reminder_snoozed_by', { when, device: reminder.by }) : t('reminder_snoozed', { when });
  }
  const since = t('reminder_since', { when: moment(reminder.since, now) });
  return reminder.state === 'due' ? `${t('reminder_due')} · ${since}` : since;
}

const URGENCY = ['VALVE_TROUBLE', 'IDLE_VALVE_TROUBLE', 'HEATER_TROUBLE', 'GARDEN_STOPPED', 'SETPOINT_ADJUST', 'WATERING_DIGEST', 'WATERING_REMINDER', 'WATERING_TIME_UP', 'WATERING_CHECK'];
const rank = (reminder) => {
  const place = URGENCY.indexOf(reminder.category);
  return (reminder.state === 'snoozed' ? 100 : 0) + (place < 0 ? URGENCY.length : place);
};

/** `only(reminder)`: which of them to show. */
export function reminders(app, only = () => true) {
  const list = h('ul', { class: 'reminder-list' });
  const listing = new Listing(list, (reminder) => reminder.key, (reminder) => reminderCard(app, reminder), (element) => {
    if (!element.contains(document.activeElement)) return;
    // Who has just answered goes on with the next one, not at the top of the page.
    const next = element.nextElementSibling ?? element.previousElementSibling;
    (next?.querySelector('.reminder-title') ?? document.querySelector('main h2, main h1'))?.focus();
  });
  return {
    element: list,
    update() {
      const open = [...app.garden.reminder.values()].filter(only);
      open.sort((a, b) => rank(a) - rank(b) || a.since - b.since || (a.key < b.key ? -1 : 1));
      listing.update(open);
      return open.length;
    },
  };
}
