/** The worker's own connection: as the page's device, for as long as an answer takes. */
import { Topics } from '../script/contract/topics.js';
import { uuid } from '../script/contract/uuid.js';

const PATIENCE = 8000;

/** Publishes `{kind, document}` each and waits for their acks: a map from the document's id to its ack; what is not in it was not heard. */
export function tell(me, messages) {
  const acks = new Map();
  if (!messages.length) return Promise.resolve(acks);
  if (!globalThis.loamMQTT) importScripts(MQTT_FILE);
  const topics = new Topics(me.base, me.device);
  const isNamed = me.password !== undefined;
  const client = globalThis.loamMQTT.default.connect(me.address, {
    protocolVersion: 5,
    clean: true,
    clientId: isNamed ? me.device : `${me.device}-${uuid().slice(-6)}`,
    username: isNamed ? me.device : undefined,
    password: me.password,
    connectTimeout: PATIENCE,
    reconnectPeriod: 0,
    properties: { maximumPacketSize: 65536 },
  });
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(over);
      client.end(true);
      resolve(acks);
    };
    const over = setTimeout(end, PATIENCE);
    client.on('connect', () => {
      client.subscribe(topics.down('ack'), { qos: 1 }, () => {
        for (const { kind, document } of messages) {
          const properties = { messageExpiryInterval: 60 };
          client.publish(topics.up(kind), JSON.stringify(document), { qos: 1, properties }, () => {});
        }
      });
    });
    client.on('message', (topic, payload) => {
      const ack = read(payload);
      if (ack && messages.some(({ document }) => document.id === ack.re)) acks.set(ack.re, ack);
      if (acks.size === messages.length) end();
    });
    client.on('close', end);
    client.on('error', end);
  });
}

function read(payload) {
  try {
    return JSON.parse(payload.toString());
  } catch {
    return null;
  }
}
