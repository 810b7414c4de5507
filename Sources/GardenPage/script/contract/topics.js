/** Topics of the MQTT contract, version 1. */
export class Topics {
  constructor(base, device) {
    this.root = `${base}/v1/`;
    this.device = device;
  }

  get subscriptions() {
    // What stands above the plants comes first; a broker sends a few documents at a time.
    return [`d/${this.device}/dn/+`, 'state/reminder/+', 'bridge/+', 'state/+/+'].map((one) => this.root + one);
  }

  up(kind) {
    return `${this.root}d/${this.device}/up/${kind}`;
  }

  down(kind) {
    return `${this.root}d/${this.device}/dn/${kind}`;
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
