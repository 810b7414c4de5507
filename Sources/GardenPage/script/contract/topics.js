/** Topics of the MQTT contract, version 1, and how many bytes a document of each may have. */
export class Topics {
  constructor(base, device) {
    this.root = `${base}/v1/`;
    this.device = device;
  }

  get subscriptions() {
    return [`${this.root}bridge/+`, `${this.root}state/+/+`, `${this.root}d/${this.device}/dn/+`];
  }

  up(kind) {
    return `${this.root}d/${this.device}/up/${kind}`;
  }

  /** What a topic holds: `{kind, id}`, or nothing where it is none of ours. */
  read(topic) {
    if (!topic.startsWith(this.root)) return null;
    const levels = topic.slice(this.root.length).split('/');
    if (levels[0] === 'bridge' && levels.length === 2) return { kind: `bridge-${levels[1]}`, id: '' };
    if (levels[0] === 'state' && levels.length === 3) return { kind: levels[1], id: levels[2] };
    if (levels[0] === 'd' && levels.length === 4 && levels[1] === this.device && levels[2] === 'dn') {
      return { kind: `dn-${levels[3]}`, id: '' };
    }
    return null;
  }
}

export const BYTES_MAX = {
  'bridge-status': 1024,
  'bridge-info': 1024,
  'bridge-counters': 4096,
  plant: 200,
  detail: 4096,
  category: 4096,
  control: 1024,
  reminder: 4096,
  activity: 4096,
  heater: 1024,
  glance: 2048,
  hold: 4096,
  'dn-ack': 1024,
  'dn-context': 4096,
  'dn-reply': 32768,
};

/** The forms of names in the contract. */
export const FORMS = {
  device: /^[a-z0-9][a-z0-9-]{0,31}$/,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  id: /^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/,
  key: /^[A-Za-z0-9_-]{1,32}$/,
  category: /^[A-Z][A-Z0-9_]{0,31}$/,
  action: /^[A-Za-z][A-Za-z0-9_.]{0,63}$/,
};
