/** Soil moisture as water in a glass: the dry zone below, the wet one above, a notch at each limit, and the water that runs in. */
import { h, property, set, show } from './element.js';
import { isWatered } from './state.js';
import { percent, t } from '../words.js';

export function gauge() {
  const dry = h('div', { class: 'gauge-dry' });
  const wet = h('div', { class: 'gauge-wet' });
  const level = h('div', { class: 'gauge-level' });
  const stream = h('div', { class: 'gauge-stream' });
  const element = h('div', { class: 'gauge', role: 'meter', 'aria-valuemin': '0', 'aria-valuemax': '100' }, dry, wet, level, stream);
  const update = (name, plant, detail) => {
    const value = plant.m;
    const low = plant.d ?? detail?.dry_below;
    const high = detail?.evaluations.find((one) => one.quantity === 'moisture')?.high;
    const isFilling = isWatered(plant);
    set(element, 'aria-label', t('gauge_label', { plant: name }));
    set(element, 'aria-valuenow', value ?? 0);
    const words = [
      value === undefined ? t('gauge_unknown') : percent(value),
      low !== undefined && t('dry_limit', { value: percent(low) }),
      high !== undefined && t('wet_limit', { value: percent(high) }),
      isFilling && t('is_watered'),
    ];
    set(element, 'aria-valuetext', words.filter(Boolean).join(', '));
    set(element, 'data-unknown', value === undefined);
    set(element, 'data-watered', isFilling);
    property(element, '--level', value ?? 0);
    property(element, '--dry', low ?? 0);
    property(element, '--wet', high ?? 100);
    show(dry, low !== undefined);
    show(wet, high !== undefined);
    show(stream, isFilling);
  };
  return { element, update };
}
