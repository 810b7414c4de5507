/** A browser's subscription as a document of the contract. */
import { uuid } from '../contract/uuid.js';

export const now = () => Math.floor(Date.now() / 1000);

const coded = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** `isGone`: takes it back. */
export const registrationOf = (subscription, isGone = false) => ({
  v: 1,
  id: uuid(),
  at: now(),
  service: 'web',
  use: 'alerts',
  endpoint: subscription.endpoint,
  p256dh: coded(subscription.getKey('p256dh')),
  auth: coded(subscription.getKey('auth')),
  ...(isGone && { gone: true }),
});

/** Whether it was made for that key of the sender's. */
export const isFor = (subscription, key) => coded(subscription.options.applicationServerKey ?? new ArrayBuffer(0)) === key;

export const subscribe = (manager, key) => manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
