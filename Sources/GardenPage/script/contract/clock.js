/**
 * The bridge's clock as a page knows it: the newest `ts` of its status and the time since. In a demo the bridge's time runs
 * faster than ours; the rate between statuses tells.
 */
export class Clock {
  #samples = [];
  #status = null;
  #rate = 1;

  /** `live`: it came as it was said, not from the broker's memory. `ours`: seconds of a clock that only runs on. */
  hear(status, live, ours = performance.now() / 1000) {
    const isOther = this.#status && (this.#status.session !== status.session || status.ts < this.#status.ts);
    if (isOther) {
      this.#samples = [];
      this.#rate = 1;
    }
    this.#status = { session: status.session, ts: status.ts, ours, live, isSet: status.clock !== 'unset' };
    if (!live || !status.online) return;
    this.#samples.push({ ts: status.ts, ours });
    while (this.#samples.length > 2 && ours - this.#samples[1].ours > 10) this.#samples.shift();
    const first = this.#samples[0];
    if (ours - first.ours < 2) {
      // Two statuses a minute apart within two seconds: time runs fast, by how much is told soon.
      if (status.ts - first.ts > 100) this.#rate = (status.ts - first.ts) / Math.max(ours - first.ours, 0.1);
      return;
    }
    const rate = (status.ts - first.ts) / (ours - first.ours);
    this.#rate = Math.abs(rate - 1) < 0.2 ? 1 : Math.min(Math.max(rate, 0.1), 100000);
  }

  get isKnown() {
    return this.#status !== null && this.#status.isSet;
  }

  /** How many times faster than ours the bridge's time runs. */
  get rate() {
    return this.#rate;
  }

  /** Seconds since 1970, as the bridge would say. */
  now(ours = performance.now() / 1000) {
    const wall = Date.now() / 1000;
    const status = this.#status;
    if (!status || !status.isSet) return Math.floor(wall);
    // A status from the broker's memory is up to a minute old; a clock of ours that agrees with it knows better.
    if (!status.live && wall >= status.ts && wall < status.ts + 180) return Math.floor(wall);
    return Math.floor(status.ts + (ours - status.ours) * this.#rate);
  }

  /** The moment to write into a command: never further ahead than the next status could be. */
  forCommand(ours = performance.now() / 1000) {
    const now = this.now(ours);
    return this.#status && this.#status.isSet && this.#status.live ? Math.min(now, this.#status.ts + 100) : now;
  }

  /** Seconds of the bridge's time since its last status; a dead bridge behind a living broker has more than 180. */
  silence(ours = performance.now() / 1000) {
    const status = this.#status;
    if (!status) return 0;
    const elapsed = ours - status.ours;
    if (!status.live && status.isSet) {
      const age = Date.now() / 1000 - status.ts;
      // A minute of grace: a clock of ours that is wrong must not call a living bridge dead.
      return age > 180 && elapsed > 3 ? age : elapsed;
    }
    return elapsed < 8 ? Math.min(elapsed, 179) : elapsed * this.#rate;
  }
}
