/** Why nobody was let in or put out, in words. */
import { outcome, t } from './kit.js';

const OURS = ['bad_time', 'busy', 'conflict', 'forbidden', 'not_reachable'];

/** `unknown`: the text for what the bridge does not know, a person or a phone. */
export function refusal(answer, unknown) {
  if (answer.code === 'bad_value' && unknown) return t(unknown);
  return OURS.includes(answer.code) && !answer.why ? t(`phones_not_${answer.code}`) : outcome(answer);
}
