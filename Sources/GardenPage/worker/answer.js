/** A button was pressed: the answer is kept first, then sent, and what came of it is said where it was given. */
import { uuid } from '../script/contract/uuid.js';
import { account, answers } from '../script/push/keep.js';
import { now } from '../script/push/registration.js';
import { tell } from './link.js';

/** A page that is there says so at once; the bridge's word takes as long as the page waits for it. */
const PAGE_ANSWERS_WITHIN = 700;
const BRIDGE_ANSWERS_WITHIN = 12_000;

export async function answer(notification, button) {
  const { data, title, tag } = notification;
  const at = now();
  const document = {
    v: 1,
    id: uuid(),
    category: data.category,
    action: button.action,
    ...(data.plant && { plant: data.plant }),
    at,
    note: data.note,
    key: data.key,
    rev: data.rev,
    ...(button.value && { value: button.value }),
    ...(button.litres && { litres: button.litres }),
    exp: Math.min(at + button.holds, data.until),
  };
  // The answer that is given last counts.
  for (const old of await answers.all()) if (old.tag === tag) await answers.drop(old.id);
  await answers.keep({ id: document.id, device: data.device, document, label: button.title, title, tag });
  await flush(document.id);
}

let flushing = Promise.resolve();

/** Sends what waits, one round after the other. `fresh`: the answer that was given just now. */
export function flush(fresh) {
  flushing = flushing.then(() => round(fresh)).catch(() => {});
  return flushing;
}

async function round(fresh) {
  const waiting = await answers.all();
  if (!waiting.length) return;
  const me = await account.read();
  const words = me?.words;
  const open = [];
  for (const one of waiting) {
    if (me?.device === one.device && one.document.exp > now()) open.push(one);
    else {
      await answers.drop(one.id);
      if (words) await say(one, me.device === one.device ? words.late : words.other);
    }
  }
  const acks = await deliver(me, open);
  for (const one of open) {
    const ack = acks.get(one.id);
    if (ack) await settle(one, ack, words);
    else if (one.id === fresh) await postpone(one, words);
  }
}

/** By a page that is open, which holds the device's only connection; else by one of our own. */
async function deliver(me, open) {
  const acks = new Map();
  const rest = [];
  for (const one of open) {
    const ack = await byPage(one);
    if (ack) acks.set(one.id, ack);
    else rest.push({ kind: 'action', document: one.document });
  }
  for (const [id, ack] of await tell(me, rest)) acks.set(id, ack);
  return acks;
}

async function byPage(one) {
  for (const page of await clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    const said = await ask(page, { act: one.document, device: one.device });
    if (said?.re) return said;
  }
  return null;
}

function ask(page, message) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    let over = setTimeout(resolve, PAGE_ANSWERS_WITHIN);
    port1.onmessage = ({ data }) => {
      clearTimeout(over);
      if (data.isTaken) over = setTimeout(resolve, BRIDGE_ANSWERS_WITHIN);
      else resolve(data);
    };
    page.postMessage(message, [port2]);
  });
}

async function settle(one, ack, words) {
  await answers.drop(one.id);
  if (ack.ok && ack.code !== 'already_done') {
    for (const shown of await registration.getNotifications({ tag: one.tag })) if (shown.data?.waits) shown.close();
    return;
  }
  await say(one, words.codes[ack.code === 'conflict' ? 'conflict_plain' : ack.code] ?? words.unknown.replace('{code}', ack.code));
}

async function postpone(one, words) {
  await say(one, words.kept, { waits: true });
  // Where the browser can, it wakes the worker when the network is back.
  await registration.sync?.register('answers').catch(() => {});
}

const say = (one, text, data = {}) =>
  registration.showNotification(one.title, {
    body: text.replace('{action}', one.label),
    tag: one.tag,
    silent: true,
    data: { device: one.device, key: one.document.key, ...data },
  });
