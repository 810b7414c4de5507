/** Commands to the bridge and their answers. A command has an id, acts at most once and is never retained. */
import { uuid } from '../contract/uuid.js';

const RESEND_AFTER = [5000, 15_000, 45_000];
const GIVE_UP_AFTER = 10_000;
const ALWAYS_GOOD = ['water_done', 'water_later', 'water_tomorrow', 'water_stop', 'water_stop_all', 'countdown_stop', 'trouble_seen'];

export class Commands {
  #waiting = new Map();

  constructor(link, clock) {
    this.link = link;
    this.clock = clock;
  }

  /** The bridge's answer: `{ok, code, message?, control?}`; `code` is `offline` or `no_answer` where none came. */
  send(kind, fields) {
    const at = this.clock.forCommand();
    // In a demo ten seconds of ours are hours of the bridge's.
    const slack = Math.ceil(10 * Math.max(this.clock.rate, 1)) + 50;
    const document = { v: 1, id: uuid(), ...fields };
    if (kind === 'msg') document.ts = at;
    else document.at = at;
    if (kind === 'action') document.exp = at + slack;
    return this.deliver(kind, document);
  }

  deliver(kind, document) {
    const connection = this.link();
    const publish = () => connection.publish(connection.topics.up(kind), document, { expiry: 60 });
    if (!connection || !publish()) return Promise.resolve({ ok: false, code: 'offline' });
    // Whoever was told that nobody answers is not surprised later by water: only what does no harm then is sent again after that.
    const lasts = ALWAYS_GOOD.includes(document.action);
    return new Promise((resolve) => {
      const again = RESEND_AFTER.filter((after) => lasts || after < GIVE_UP_AFTER).map((after) => setTimeout(publish, after));
      const end = (answer) => {
        for (const timer of [...again, over, last]) clearTimeout(timer);
        this.#waiting.delete(document.id);
        resolve(answer);
      };
      const isOver = () => end({ ok: false, code: 'no_answer' });
      const over = setTimeout(() => (lasts ? resolve({ ok: false, code: 'no_answer' }) : isOver()), GIVE_UP_AFTER);
      const last = setTimeout(isOver, RESEND_AFTER.at(-1) + GIVE_UP_AFTER);
      this.#waiting.set(document.id, end);
    });
  }

  /** An ack or a reply of the bridge's. */
  hear(document) {
    this.#waiting.get(document.re)?.(document.identifier ? { ok: true, code: 'accepted', content: document.content } : document);
  }
}
