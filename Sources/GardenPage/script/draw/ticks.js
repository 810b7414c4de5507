/** Where the marks of a time axis stand: whole hours and days of the garden's time zone. */
import { localParts, month, onlyTime, weekday } from '../words.js';

const HOUR = 3600;
const DAY = 86400;
const STEPS = [600, 1800, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 14 * DAY, 30 * DAY, 61 * DAY];

/** `[seconds, words]` pairs, at most about `most`. */
export function timeTicks(from, to, most) {
  const step = STEPS.find((step) => (to - from) / step <= most) ?? STEPS[STEPS.length - 1];
  const ticks = [];
  // What the clock of the garden shows at `from`, as seconds of its day.
  let at = from - (localParts(from).second % Math.min(step, DAY));
  const words = step >= 7 * DAY ? month : step >= DAY ? (to - from > 10 * DAY ? month : weekday) : onlyTime;
  for (let i = 0; i < 200 && at <= to; i++) {
    // A change to or from summer time moves the marks of the day by an hour; they are put back.
    const off = localParts(at).second % Math.min(step, DAY);
    if (off !== 0) at += off > Math.min(step, DAY) / 2 ? Math.min(step, DAY) - off : -off;
    if (at >= from) ticks.push([at, words(at)]);
    at += step;
  }
  return ticks;
}
