/** By what a probe's trouble is seen: the moisture of its plant, from three days before it on. */
import { trend } from '../draw/trend.js';
import { t } from '../words.js';
import { set, show } from './element.js';

const BEFORE = 3 * 86400;
/** A bridge that is busy, or a network that is away, is asked again after so many seconds. */
const REST = 10;

export function evidence(app, key) {
  const { element, draw } = trend();
  let isRead = false;
  let askedAt = -Infinity;
  show(element, false);
  return {
    element,
    async update({ since }) {
      const plant = [...app.garden.detail].find(([, one]) => one.sensors?.some(({ id }) => key === `sens-${id}`))?.[0];
      const to = app.garden.clock.now();
      if (isRead || !plant || to - askedAt < REST) return;
      askedAt = to;
      const from = since - BEFORE;
      const read = await app.history.read({ plant, quantity: 'moisture', from, to, points: 96 }).catch(() => null);
      isRead = read !== null;
      set(element, 'aria-label', t('history'));
      show(element, read?.points.length > 1);
      if (read?.points.length) draw(read.points, Math.max(from, read.points[0][0]), to, 3 * read.step_s);
    },
  };
}
