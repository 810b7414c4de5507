/** One reminder, as a notification's tap opens it: all its buttons, and its slider. */
import { t } from '../words.js';
import { icon } from '../draw/icon.js';
import { h, say, show } from './element.js';
import { reminders } from './reminders.js';

export function reminderPage(app, key) {
  const garden = h('h1', { class: 'unseen' });
  const title = h('h2', { class: 'section-title', tabindex: '-1' });
  const one = reminders(app, (reminder) => reminder.key === key);
  const over = h('p', { class: 'hint' });
  const back = h('a', { class: 'button back', href: '#/' }, icon('back'), h('span', {}));
  return {
    element: h('div', { class: 'view view-reminder' }, garden, back, title, one.element, over),
    title: () => t('reminders'),
    update() {
      say(garden, app.garden.info?.bridge ?? t('app_title'));
      say(title, t('reminders'));
      const isThere = one.update() > 0;
      say(over, app.isSettled ? t('code_unknown_note') : t('loading'));
      show(over, !isThere);
      say(back.lastChild, t('back'));
    },
  };
}
