/** A line of the last 24 hours, with gaps as gaps and the dry limit dotted. */
import { s, set } from '../view/element.js';

const WIDTH = 120;
const HEIGHT = 32;

export function trend() {
  const line = s('path', { class: 'trend-line', 'vector-effect': 'non-scaling-stroke' });
  const limit = s('path', { class: 'trend-limit', 'vector-effect': 'non-scaling-stroke' });
  const element = s('svg', { class: 'trend', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img' }, limit, line);
  /** `points`: `[seconds, value]`; `gap`: seconds between two points above which nothing is joined. */
  const draw = (points, from, to, gap, dryBelow) => {
    const values = points.map(([, value]) => value);
    if (dryBelow !== undefined) values.push(dryBelow);
    const low = Math.min(...values) - 2;
    const high = Math.max(...values, low + 8) + 2;
    const x = (time) => (((time - from) / (to - from)) * WIDTH).toFixed(1);
    const y = (value) => (HEIGHT - ((value - low) / (high - low)) * HEIGHT).toFixed(1);
    let data = '';
    let before = -Infinity;
    for (const [time, value] of points) {
      if (time < from) continue;
      data += `${time - before > gap ? 'M' : 'L'}${x(time)} ${y(value)}`;
      before = time;
    }
    set(line, 'd', data);
    set(limit, 'd', dryBelow === undefined ? null : `M0 ${y(dryBelow)}H${WIDTH}`);
  };
  return { element, draw };
}
