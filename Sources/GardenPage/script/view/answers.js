/** What became of a command, in words. */
import { inUnit, length, litres, moment, t, tOr } from '../words.js';

export function outcome(answer, control) {
  if (answer.ok && answer.code !== 'already_done') return t('code_accepted');
  const why = answer.why && reason(answer.why, answer.ts);
  if (why) return why;
  if (answer.code === 'conflict') {
    return answer.control && control ? t('code_conflict', { value: inUnit(answer.control.value, control.unit) }) : t('code_conflict_plain');
  }
  return tOr(`code_${answer.code}`, t('code_other', answer), answer);
}

/** A device as people call it. */
export const nameOfDevice = (garden, id) => (id === 'cli' ? t('device_cli') : (garden.device.get(id)?.name ?? id));

/** Why, in the viewer's language; empty where this page has no words for it. */
export function reason(why, now) {
  const amount = (value) => value !== undefined && (why.unit === 'l' ? litres(value) : length(value));
  return tOr(`reason_${why.word}`, '', {
    ...why,
    asked: amount(why.asked),
    used: amount(why.used),
    most: amount(why.most),
    until: why.until && moment(why.until, now),
  });
}
