/** Why a plant is thought of as it is, in the viewer's language, from its evaluations. */
import { measure, measureBeside, t, tOr } from '../words.js';

export const nameOf = (quantity) => tOr(quantity, quantity);

export function because(evaluation, detail) {
  const { quantity, status, value, reason } = evaluation;
  const low = evaluation.low ?? (quantity === 'moisture' ? detail?.dry_below : undefined);
  const high = evaluation.high;
  if (status === 'unknown' || value === undefined) {
    return t('because_unknown', { quantity: nameOf(quantity), reason: t(`why_${reason ?? 'never'}`) });
  }
  const shown = (number) => (number === undefined ? undefined : measure(number, quantity));
  const words = { quantity: nameOf(quantity), value: measureBeside(value, [low, high], quantity), low: shown(low), high: shown(high) };
  if (status === 'low') return beyond('low', low, isBack(value, low, 'low'), { ...words, limit: words.low });
  if (status === 'high') return beyond('high', high, isBack(value, high, 'high'), { ...words, limit: words.high });
  if (value < low || value > high) return t('because_brief', words);
  return fine(quantity, low, high, words);
}

/** Within its limit again, and not yet far enough. A limit at an end of the scale is passed there. */
export const isBack = (value, limit, side) => (side === 'low' ? value >= limit && value > 0 : value <= limit && value !== 100);

function beyond(side, limit, isNear, words) {
  if (limit === undefined) return t(`because_${side}_plain`, words);
  return t(isNear ? `because_${side}_still` : `because_${side}`, words);
}

function fine(quantity, low, high, words) {
  if (low !== undefined && high !== undefined) return t('because_fine_between', words);
  if (low !== undefined) return t(quantity === 'moisture' ? 'because_fine_above' : 'because_fine_over', words);
  return t(high === undefined ? 'because_fine' : 'because_fine_under', words);
}

/** A plant's state when a quantity is below its limits, and when it is above. */
const STATES = {
  moisture: { low: 'dry', high: 'wet' },
  temperature: { low: 'cold', high: 'hot' },
  light: { low: 'dark', high: 'bright' },
  conductivity: { low: 'hungry', high: 'salty' },
};
const stateOf = ({ quantity, status }) => STATES[quantity]?.[status];

/** The evaluation behind the plant's status: the most urgent, or the one of moisture. */
export function leading(plant, detail) {
  const all = detail?.evaluations;
  return all?.find((one) => stateOf(one) === plant.s) ?? all?.find((one) => one.quantity === 'moisture');
}

/** What a reminder of climate is about, as a state; its key ends with the quantity where that fits. `undefined`: not known now. */
export function climateOf(key, detail) {
  const beyond = (detail?.evaluations ?? []).filter((one) => ![undefined, 'dry'].includes(stateOf(one)));
  const named = Object.keys(STATES).find((quantity) => key.endsWith(`-${quantity}`));
  const meant = named ? beyond.find((one) => one.quantity === named) : beyond[0];
  return meant ? stateOf(meant) : { temperature: 'temperature', moisture: 'wet', light: 'bright' }[named];
}
