/** Everything that the bridge keeps retained, as far as this page has heard it. Bounded; what does not fit is counted. */
import { BYTES_MAX, DOCUMENTS, FORMS } from './contract/documents.js';
import { Clock } from './contract/clock.js';

const COUNT_MAX = { plant: 1000, detail: 1000, category: 100, control: 2000, reminder: 2000, activity: 500, heater: 200, device: 500 };
const SINGLE = {
  'bridge-status': 'status',
  'bridge-info': 'info',
  'bridge-counters': 'counters',
  'bridge-channels': 'channels',
  glance: 'glance',
  hold: 'hold',
  'dn-context': 'context',
  'dn-push': 'push',
};
const decoder = new TextDecoder('utf-8', { fatal: true });

export class Garden {
  clock = new Clock();
  status = null;
  info = null;
  counters = null;
  channels = null;
  glance = null;
  hold = null;
  context = null;
  push = null;
  plant = new Map();
  detail = new Map();
  category = new Map();
  control = new Map();
  reminder = new Map();
  activity = new Map();
  heater = new Map();
  device = new Map();
  /** Documents that could not be used, and how many there were. */
  ignored = 0;
  #round = 0;
  #seen = new Map();
  #listeners = new Set();

  /** `listener(kind, id, document)`: after every change; `document` is null where a thing is gone. */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes one publication; what cannot be used is counted and changes nothing. */
  take({ kind, id }, payload, isRetained) {
    if (!(kind in BYTES_MAX)) return;
    if (payload.length === 0) {
      this.#remove(kind, id);
      return;
    }
    const document = this.#read(kind, payload);
    if (!document || !this.#fits(kind, id, document)) {
      this.ignored += 1;
      this.#tell('ignored', '', null);
      return;
    }
    this.#keep(kind, id, document, isRetained);
  }

  #read(kind, payload) {
    if (payload.length > BYTES_MAX[kind]) return null;
    try {
      return DOCUMENTS[kind](JSON.parse(decoder.decode(payload)));
    } catch {
      return null;
    }
  }

  #fits(kind, id, document) {
    if (!(kind in COUNT_MAX)) return true;
    if (!FORMS.controlName.test(id)) return false;
    const named = document.id ?? document.key;
    if (named !== undefined && named !== id) return false;
    return this[kind].has(id) || this[kind].size < COUNT_MAX[kind];
  }

  #keep(kind, id, document, isRetained) {
    if (kind === 'bridge-status') this.clock.hear(document, !isRetained);
    if (kind in SINGLE) this[SINGLE[kind]] = document;
    if (kind in COUNT_MAX) {
      this[kind].set(id, document);
      this.#seen.set(`${kind}/${id}`, this.#round);
    }
    this.#tell(kind, id, document);
  }

  #remove(kind, id) {
    if (kind in SINGLE) this[SINGLE[kind]] = null;
    if (kind in COUNT_MAX) {
      this[kind].delete(id);
      this.#seen.delete(`${kind}/${id}`);
    }
    this.#tell(kind, id, null);
  }

  /** A new connection: what the broker does not say again was removed while nobody listened. */
  beginRound() {
    this.#round += 1;
  }

  /** Forgets what has not been heard since ``beginRound``. */
  endRound() {
    for (const [key, round] of [...this.#seen]) {
      if (round === this.#round) continue;
      const [kind, id] = key.split('/');
      this.#remove(kind, id);
    }
  }

  /** Another device signs in: what the last one was told is not its. */
  forgetContext() {
    this.context = null;
    this.push = null;
    this.#tell('dn-context', '', null);
  }

  #tell(kind, id, document) {
    for (const listener of [...this.#listeners]) listener(kind, id, document);
  }

  get role() {
    return this.context?.content.role ?? 'viewer';
  }

  get timeZone() {
    return this.info?.tz;
  }

  get isStopped() {
    return this.hold?.stopped === true;
  }

  /** Whether the bridge behind the broker lives: `online`, `offline` (its will), `silent`, `waiting` (not heard yet). */
  get bridge() {
    if (!this.status) return 'waiting';
    if (!this.status.online) return 'offline';
    return this.clock.silence() > 180 ? 'silent' : 'online';
  }
}

export const ROLES = ['viewer', 'actor', 'tuner', 'operator'];
export const mayDo = (role, needed) => ROLES.indexOf(role) >= ROLES.indexOf(needed);
