/** What stands where no reminder is open. */
import { moment, t } from '../words.js';
import { icon } from '../draw/icon.js';
import { h, say, show } from './element.js';

export function quiet(app) {
  const words = h('span', {});
  const element = h('p', { class: 'quiet' }, icon('ok'), words);
  return {
    element,
    update(isQuiet) {
      const now = app.garden.clock.now();
      const next = app.garden.glance?.next;
      show(element, isQuiet && app.garden.plant.size > 0 && app.isTold);
      say(words, next > now ? t('all_quiet_until', { when: moment(next, now, { withTime: false }) }) : t('all_quiet'));
    },
  };
}
