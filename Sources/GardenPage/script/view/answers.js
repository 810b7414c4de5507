/** What became of a command, in words. */
import { inUnit, t, tOr } from '../words.js';

export function outcome(answer, control) {
  if (answer.ok && answer.code !== 'already_done') return t('code_accepted');
  if (answer.code === 'conflict') {
    return answer.control && control ? t('code_conflict', { value: inUnit(answer.control.value, control.unit) }) : t('code_conflict_plain');
  }
  if (answer.code === 'already_done') return t('code_already_done', { by: answer.by ?? '?' });
  if (answer.code === 'refused' && answer.message) return t('code_refused', { message: answer.message });
  return tOr(`code_${answer.code}`, t('code_other', { code: answer.code, message: answer.message ?? '' }));
}
