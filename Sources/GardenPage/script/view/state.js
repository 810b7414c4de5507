/** The tag that says how a plant is. */
import { t } from '../words.js';
import { icon } from '../draw/icon.js';
import { h, say, set } from './element.js';

export const isWatered = (plant) => plant.f?.includes('w') ?? false;

/** It wants water now, or was put off until `x`. */
export const isDue = (plant) => plant.x !== undefined && plant.a === undefined && (plant.f?.includes('d') || plant.s === 'dry');

/** No probe tells how moist it is, and none is to: it lacks nothing. */
export const isByCalendar = (plant) => plant.s === 'unknown' && plant.y === 'none';

/** What its colours and its place go by. */
export const lookOf = (plant) => (isByCalendar(plant) ? (isDue(plant) ? 'dry' : 'ok') : plant.s);

/** `[icon, words]`: that it is being watered, else its state. */
export function stateOf(plant) {
  if (isWatered(plant)) return ['water', t('is_watered')];
  return [lookOf(plant), t(isByCalendar(plant) ? 'status_calendar' : `status_${plant.s}`)];
}

/** `update(place, plant)`: `place` is what the tag stands in, whose style goes by the state too. */
export function stateTag(name = 'span') {
  const picture = icon('unknown');
  const word = h('span', {});
  return {
    element: h(name, { class: 'state-tag' }, picture, word),
    update(place, plant) {
      const [shown, words] = stateOf(plant);
      set(place, 'data-status', lookOf(plant));
      set(place, 'data-watered', isWatered(plant));
      picture.turnTo(shown);
      say(word, words);
    },
  };
}
