/** Days of the garden's calendar. */
const DAY = 86400;

/** The last moment of a day such as `2026-08-31`: the first of the next one. */
export function endOf(day, timeZone) {
  const next = Date.parse(`${day}T00:00:00Z`) / 1000 + DAY;
  let at = next;
  // Twice: the first may lie on the other side of a change of the clocks.
  for (let i = 0; i < 2; i++) at += next - wall(at, timeZone);
  return at;
}

export const dayOf = (seconds, timeZone) => new Date(wall(seconds, timeZone) * 1000).toISOString().slice(0, 10);

/** What the clocks there show, as if they showed UTC. */
function wall(seconds, timeZone) {
  const parts = format(timeZone).formatToParts(seconds * 1000);
  const of = (type) => parts.find((part) => part.type === type).value;
  return Date.parse(`${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}Z`) / 1000;
}

function format(timeZone) {
  const digits = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  };
  try {
    return new Intl.DateTimeFormat('en-CA', { ...digits, timeZone });
  } catch {
    // A zone that this browser does not know is the viewer's own.
    return new Intl.DateTimeFormat('en-CA', digits);
  }
}
