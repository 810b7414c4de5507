/** Commands to the bridge and their answers. A command has an id, acts at most once and is never retained. */
import { uuid } from '../contract/uuid.js';

const RESEND_AFTER = 5000;
const GIVE_UP_AFTER = 10000;

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
    return new Promise((resolve) => {
      const again = setTimeout(publish, RESEND_AFTER);
      const end = (answer) => {
        clearTimeout(again);
        clearTimeout(over);
        this.#waiting.delete(document.id);
        resolve(answer);
      };
      const over = setTimeout(() => end({ ok: false, code: 'no_answer' }), GIVE_UP_AFTER);
      this.#waiting.set(document.id, end);
    });
  }

  /** An ack or a reply of the bridge's. */
  hear(document) {
    this.#waiting.get(document.re)?.(document.identifier ? { ok: true, code: 'accepted', content: document.content } : document);
  }
}
