/** The tag that says how a plant is. */
import { t } from '../words.js';
import { icon } from '../draw/icon.js';
import { h, say, set } from './element.js';

export const isWatered = (plant) => plant.f?.includes('w') ?? false;

/** `[icon, words]`: that it is being watered, else its state. */
export const stateOf = (plant) => (isWatered(plant) ? ['water', t('is_watered')] : [plant.s, t(`status_${plant.s}`)]);

/** `update(place, plant)`: `place` is what the tag stands in, whose style goes by the state too. */
export function stateTag(name = 'span') {
  const picture = icon('unknown');
  const word = h('span', {});
  return {
    element: h(name, { class: 'state-tag' }, picture, word),
    update(place, plant) {
      const [shown, words] = stateOf(plant);
      set(place, 'data-status', plant.s);
      set(place, 'data-watered', isWatered(plant));
      picture.turnTo(shown);
      say(word, words);
    },
  };
}
