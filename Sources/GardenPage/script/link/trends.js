/** Soil moisture of the last day per plant: from the history once, then from what is heard live. */
const POINTS_MAX = 300;
const STEP = 900;
/** Answers after which it is worth going on. */
const PASSES = ['busy', 'rate_limited', 'unreadable', 'no_answer', 'unknown_plant'];

export class Trends {
  #lines = new Map();
  #round = 0;

  constructor(garden, onChange) {
    this.garden = garden;
    this.onChange = onChange;
    garden.listen((kind, id, plant) => {
      if (kind !== 'plant') return;
      if (!plant) this.#lines.delete(id);
      else if (plant.m !== undefined && plant.t !== undefined) this.#add(id, plant.t, plant.m);
    });
  }

  of(id) {
    return this.#lines.get(id) ?? { points: [], gap: 3 * STEP };
  }

  #line(id) {
    if (!this.#lines.has(id)) this.#lines.set(id, { points: [], gap: 3 * STEP, readAt: -Infinity });
    return this.#lines.get(id);
  }

  #add(id, time, value) {
    const { points } = this.#line(id);
    const last = points[points.length - 1];
    if (last && time <= last[0]) return;
    // Quarters of an hour suffice for a line as wide as a thumb.
    if (last && points.length > 1 && time - points[points.length - 2][0] < STEP) points.pop();
    points.push([time, value]);
    if (points.length > POINTS_MAX) points.shift();
  }

  /** Reads the last day of each plant, one after the other, so that nobody is hurried; a bridge that is busy is given time. */
  async fill(history) {
    const round = ++this.#round;
    let refusals = 0;
    for (const id of [...this.garden.plant.keys()]) {
      const now = this.garden.clock.now();
      const line = this.#line(id);
      if (now - line.readAt < 6 * 3600) continue;
      try {
        const read = await history.read({ plant: id, quantity: 'moisture', from: now - 86400, to: now, points: 96 });
        this.#join(line, read);
        line.readAt = now;
        this.onChange();
      } catch (error) {
        refusals += 1;
        if (!PASSES.includes(error.code) || refusals > 20) return;
        await new Promise((resolve) => setTimeout(resolve, 2000));
      }
      if (round !== this.#round) return;
    }
  }

  #join(line, read) {
    const known = read.points.map(([time, mean]) => [time, mean]);
    const newest = known.length ? known[known.length - 1][0] : 0;
    line.points = [...known, ...line.points.filter(([time]) => time > newest)];
    line.gap = Math.max(3 * read.step_s, 3 * STEP);
  }
}
