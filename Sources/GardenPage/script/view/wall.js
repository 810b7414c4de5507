/** How tiles share a wall. */

/** A tile is best half as wide again as it is high. */
const SHAPE = 1.5;

/** Columns in which `count` tiles fill a room best. */
export function columnsFor(count, width, height) {
  let best = { columns: 1, size: 0 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    // A place that stays empty is lost.
    const size = Math.min(width / columns / SHAPE, height / rows) * (count / (rows * columns)) ** 2;
    if (size > best.size) best = { columns, size };
  }
  return best.columns;
}
