/** Soil moisture as water in a glass: the dry zone below, the wet one above, a notch at each limit. */
import { h, property, set, show } from './element.js';
import { percent, t } from '../words.js';

export function gauge() {
  const dry = h('div', { class: 'gauge-dry' });
  const wet = h('div', { class: 'gauge-wet' });
  const level = h('div', { class: 'gauge-level' });
  const element = h('div', { class: 'gauge', role: 'meter', 'aria-valuemin': '0', 'aria-valuemax': '100' }, dry, wet, level);
  const update = (name, value, low, high) => {
    set(element, 'aria-label', t('gauge_label', { plant: name }));
    set(element, 'aria-valuenow', value ?? 0);
    const limits = [low !== undefined && t('dry_limit', { value: percent(low) }), high !== undefined && t('wet_limit', { value: percent(high) })];
    set(element, 'aria-valuetext', [value === undefined ? t('gauge_unknown') : percent(value), ...limits].filter(Boolean).join(', '));
    set(element, 'data-unknown', value === undefined);
    property(element, '--level', value ?? 0);
    property(element, '--dry', low ?? 0);
    property(element, '--wet', high ?? 100);
    show(dry, low !== undefined);
    show(wet, high !== undefined);
  };
  return { element, update };
}
