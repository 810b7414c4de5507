/** The connection to the broker: MQTT 5 over WebSockets, as one device with its rights. */
import { Topics } from '../contract/topics.js';
import { uuid } from '../contract/uuid.js';

/** MQTT 5 reason codes. */
const BAD_LOGIN = [0x86, 0x87];
const TAKEN_OVER = 0x8e;

/**
 * mosquitto 2.0.11 closes a WebSocket without a word where another client takes the session. Two pages of one device would
 * push each other out for ever: connections that live so shortly, so many times in a row, are taken for that.
 */
const SHORT_LIFE = 6000;
const PATIENCE = 2;
/** A person has just asked for it here: the other one shall give way. */
const PATIENCE_WHEN_ASKED = 4;

/**
 * `state`: `connecting`, `online`, `offline` (tries again by itself), `refused` (name or password), `taken` (the same
 * device has connected elsewhere). `told(state)` is called after every change, `heard(topic, payload, retained)` for every
 * publication, `began()` before and `settled()` after the retained ones of a new connection.
 */
export class Connection {
  state = 'connecting';
  /** When the last connection was lost, our milliseconds. */
  lostAt = 0;
  #client = null;
  #settling = 0;
  #events;
  #onlineAt = 0;
  #shortLives = 0;
  #patience = PATIENCE_WHEN_ASKED;
  /** MQTT.js keeps its will when it connects again: one session for the life of the page. */
  #session = uuid();

  constructor(address, base, device, password, events) {
    this.address = address;
    this.device = device;
    this.base = base;
    this.topics = new Topics(base, device);
    this.password = password;
    this.#events = events;
  }

  async open(library) {
    const mqtt = await library;
    const isNamed = this.password !== undefined;
    this.#client?.end(true);
    this.#say('connecting');
    const client = mqtt.connect(this.address, {
      protocolVersion: 5,
      clean: true,
      // A broker that asks for no password knows no accounts: there two pages of one device may live side by side.
      clientId: isNamed ? this.device : `${this.device}-${uuid().slice(-6)}`,
      username: isNamed ? this.device : undefined,
      password: isNamed ? this.password : undefined,
      keepalive: 20,
      connectTimeout: 8000,
      reconnectPeriod: 1500,
      resubscribe: false,
      queueQoSZero: false,
      properties: { maximumPacketSize: 65536, receiveMaximum: 100 },
      will: { topic: this.topics.up('presence'), payload: JSON.stringify(this.#presence(false)), qos: 1, retain: true },
    });
    this.#client = client;
    client.on('connect', () => this.#subscribe(client));
    client.on('message', (topic, payload, packet) => {
      if (client !== this.#client) return;
      if (packet.retain) this.#settle();
      this.#events.heard(topic, payload, packet.retain);
    });
    client.on('close', () => this.#lost(client));
    client.on('disconnect', (packet) => {
      if (packet.reasonCode === TAKEN_OVER) this.#stop(client, 'taken');
    });
    client.on('error', (error) => {
      if (BAD_LOGIN.includes(error.code)) this.#stop(client, 'refused');
    });
  }

  #presence(online) {
    return { v: 1, online, session: this.#session, ts: Math.floor(Date.now() / 1000) };
  }

  #subscribe(client) {
    this.#events.began();
    client.subscribe(this.topics.subscriptions, { qos: 1 }, (error, granted) => {
      if (client !== this.#client || error) return;
      if (granted.some((one) => one.qos >= 0x80)) this.#stop(client, 'refused');
      else {
        this.#onlineAt = Date.now();
        this.#say('online');
        // What the broker keeps stands before its answer to this.
        this.publish(this.topics.up('presence'), this.#presence(true), { retain: true, taken: () => this.#events.greeted() });
        this.#settle();
      }
    });
  }

  /** The retained documents come in one go; a second of quiet is their end. */
  #settle() {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      if (this.state === 'online') this.#events.settled();
    }, 1500);
  }

  #lost(client) {
    if (client !== this.#client || this.state === 'refused' || this.state === 'taken') return;
    if (this.state === 'online') {
      this.lostAt = Date.now();
      if (this.#isPushedOut(Date.now() - this.#onlineAt)) return this.#stop(client, 'taken');
    }
    this.#say('offline');
  }

  #isPushedOut(life) {
    if (this.password === undefined) return false;
    if (life > SHORT_LIFE) {
      this.#patience = PATIENCE;
      this.#shortLives = 0;
      return false;
    }
    this.#shortLives += 1;
    return this.#shortLives >= this.#patience;
  }

  #stop(client, state) {
    if (client !== this.#client) return;
    this.#say(state);
    client.end(true);
  }

  /** Publishes with QoS 1; false where there is no connection: a command must not wait for one. */
  publish(topic, document, { retain = false, expiry, taken = () => {} } = {}) {
    if (this.state !== 'online' || !this.#client?.connected) return false;
    const properties = expiry ? { messageExpiryInterval: expiry } : {};
    this.#client.publish(topic, JSON.stringify(document), { qos: 1, retain, properties }, taken);
    return true;
  }

  /** Tries at once instead of at its time: the network is back, or the page is seen again. */
  hurry() {
    if (this.state === 'offline') this.#client?.reconnect();
  }

  close() {
    this.#client?.end(true);
    this.#client = null;
    clearTimeout(this.#settling);
  }

  #say(state) {
    if (state === this.state && state !== 'online') return;
    this.state = state;
    this.#events.told(state);
  }
}
