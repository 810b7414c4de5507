/** Shows what is pushed. What is said stands in the message; see WebPush.swift, which writes it. */
import { account } from '../script/push/keep.js';
import { registrationOf, subscribe } from '../script/push/registration.js';
import { answer, flush } from './answer.js';
import { tell } from './link.js';

/** As long as that what is over stands there where nothing of it was shown any more: no push may show nothing. */
const GLANCE = 3000;

addEventListener('push', (event) => event.waitUntil(shown(event.data)));

async function shown(data) {
  const { notification: said = {}, app_badge: badge } = read(data);
  const about = said.data ?? {};
  const me = await account.read().catch(() => undefined);
  if (about.device && about.device !== me?.device) return leave();
  const tag = said.tag ?? 'loam';
  const isNews = about.over && (await registration.getNotifications({ tag })).length === 0;
  await show(said.title ?? 'Loam', { body: said.body, tag, silent: said.silent === true, data: about });
  if (badge === 0) await navigator.clearAppBadge?.();
  else if (badge) await navigator.setAppBadge?.(badge);
  await flush();
  if (!isNews) return;
  await new Promise((resolve) => setTimeout(resolve, GLANCE));
  for (const one of await registration.getNotifications({ tag })) if (one.data?.over) one.close();
}

async function show(title, options) {
  const buttons = options.data.buttons ?? [];
  const all = {
    ...options,
    renotify: !options.silent,
    requireInteraction: buttons.length > 0,
    actions: buttons.slice(0, Notification.maxActions ?? 0).map(({ action, title }) => ({ action, title })),
  };
  try {
    await registration.showNotification(title, all);
  } catch {
    // A system that shows no notifications, or none with buttons: the reminder is on the page all the same.
    await registration.showNotification(title, options).catch(() => {});
  }
}

function read(data) {
  try {
    return data.json() ?? {};
  } catch {
    return {};
  }
}

/** It was for somebody who is not signed in here any more. */
async function leave() {
  const subscription = await registration.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  notification.close();
  const button = notification.data?.buttons?.find((one) => one.action === action);
  event.waitUntil(button ? answer(notification, button) : open(notification.data?.key));
});

/** The reminder, with all its buttons and its slider. */
async function open(key) {
  const url = new URL(key ? `./#/reminder/${encodeURIComponent(key)}` : './', registration.scope).href;
  const [page] = await clients.matchAll({ type: 'window' });
  if (!page) return clients.openWindow(url);
  await page.focus();
  return page.navigate(url);
}

addEventListener('sync', (event) => {
  if (event.tag === 'answers') event.waitUntil(flush());
});

addEventListener('message', (event) => {
  if (event.data?.flush) event.waitUntil(flush());
});

/** The push service has given this browser another address. */
addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewed(event)));

async function renewed({ oldSubscription, newSubscription }) {
  const me = await account.read();
  if (!me) return;
  const fresh = newSubscription ?? (await subscribe(registration.pushManager, me.key));
  const messages = [registrationOf(fresh), ...(oldSubscription ? [registrationOf(oldSubscription, true)] : [])];
  // The page tells it anew where nobody has heard it.
  const acks = await tell(
    me,
    messages.map((document) => ({ kind: 'push', document })),
  ).catch(() => new Map());
  const isTold = acks.get(messages[0].id)?.ok;
  await account.write({ ...me, endpoint: fresh.endpoint, registered: isTold ? Date.now() : 0 });
}
