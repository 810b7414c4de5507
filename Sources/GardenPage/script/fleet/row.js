/** A garden in the list: what is wrong, and what is to be said of its plants. */
import { icon } from '../draw/icon.js';
import { h, say, set } from '../view/element.js';
import { moment, t } from '../words.js';

/** What each trouble looks like; what is not here is a warning. */
const ICONS = { no_broker: 'offline', unheard: 'offline', offline: 'offline', silent: 'offline', dry: 'dry', sensors: 'probe' };

export function gardenRow() {
  const name = h('a', { class: 'row-name' });
  const trouble = h('span', { class: 'row-trouble' });
  const more = h('span', { class: 'row-more' });
  const mark = h('span', { class: 'icon-place' });
  const element = h('li', { class: 'row' }, mark, h('div', { class: 'row-words' }, name, trouble, more));
  let shown;

  return {
    element,
    update({ name: id, title, troubles, reason, plants, dry, unknown, watered, next_watering: next, now }) {
      say(name, title);
      set(name, 'href', `garden/${encodeURIComponent(id)}/`);
      const first = troubles[0];
      const look = first ? (ICONS[first] ?? 'warning') : 'ok';
      if (look !== shown) mark.replaceChildren(icon(look));
      shown = look;
      set(element, 'data-trouble', first ?? null);
      say(trouble, troubles.map((one) => t(`fleet_is_${one}`, { count: dry })).join(' '));
      set(trouble, 'title', reason);
      const facts = [
        t('fleet_plants', { count: plants }),
        unknown > 0 && t('fleet_unknown', { count: unknown }),
        watered > 0 && t('fleet_watered', { count: watered }),
        next && t('fleet_next', { when: moment(next, now, { withTime: false }) }),
      ];
      say(more, facts.filter(Boolean).join(' · '));
    },
  };
}
