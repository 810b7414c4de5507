/** The switch for notifications of this browser, and why there is none. */
import { t } from '../words.js';
import { button } from './button.js';
import { h, say, show } from './element.js';

export function notifications(app) {
  const title = h('h3', {});
  const hint = h('p', { class: 'hint' });
  const turn = button({ iconName: 'bell', act: () => (isOn() ? app.notifications.turnOff() : app.notifications.turnOn()) });
  const isOn = () => ['on', 'failed'].includes(app.notifications.state);
  return {
    element: h('div', { class: 'notifications' }, title, hint, h('div', { class: 'button-row' }, turn.element)),
    update() {
      const { state } = app.notifications;
      say(title, t('push_title'));
      say(hint, t(`push_${state}`));
      turn.update(t(isOn() ? 'push_turn_off' : 'push_turn_on'));
      show(turn.element.parentElement, isOn() || state === 'off');
    },
  };
}
