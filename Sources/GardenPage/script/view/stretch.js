/** The stretch of time that a drawing shows: how long it is, and where it ends. */
export const DAY = 86400;
const SPAN_MIN = 1800;
const SPAN_MAX = 400 * DAY;

const clamp = (seconds) => Math.min(Math.max(Math.round(seconds), SPAN_MIN), SPAN_MAX);

/** `changed(rest)`: another stretch is looked at, to be read after so many milliseconds. */
export function stretchOf(now, changed) {
  let length = DAY;
  /** Nothing: now, and it goes on. */
  let end = null;

  const range = () => {
    const to = end ?? now();
    return { from: to - length, to };
  };

  function put(from, to) {
    length = clamp(to - from);
    end = Math.round(Math.min((from + to) / 2 + length / 2, now()));
    if (now() - end < 60) end = null;
    changed(180);
  }

  return {
    range,
    put,
    goesOn: () => end === null,
    isLast: (seconds) => end === null && length === seconds,
    /** So many seconds up to now. */
    look(seconds = length) {
      length = seconds;
      end = null;
      changed(0);
    },
    move(share) {
      const { from, to } = range();
      put(from + share * length, to + share * length);
    },
    zoom(factor) {
      const { from, to } = range();
      const half = clamp(length * factor) / 2;
      const middle = end === null ? to - half : (from + to) / 2;
      put(middle - half, middle + half);
    },
    /** About a place of it that stays where it is. */
    pinch(factor, centre) {
      const middle = range().from + centre * length;
      const wanted = clamp(length * factor);
      put(middle - centre * wanted, middle + (1 - centre) * wanted);
    },
  };
}
