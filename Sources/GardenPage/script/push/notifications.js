/**
 * Notifications of this browser, also when the page is closed: subscribes, tells `loam-push` by the device's own connection, and gives
 * the worker what it needs to answer. They belong to the device that is signed in: who signs in as another, or out, turns them off.
 */
import { t } from '../words.js';
import { account, answers } from './keep.js';
import { isFor, registrationOf, subscribe } from './registration.js';

/** Registered anew after that, so that what the other side has lost comes back by itself. */
const RENEW_AFTER = 86_400_000;
const SAID = ['expired', 'refused', 'forbidden', 'unknown_note', 'conflict_plain', 'busy', 'rate_limited', 'already_done'];

export class Notifications {
  #app;
  /** As whom, or nothing. */
  #me = null;
  #isKnown = false;
  #isBusy = false;
  #hasFailed = false;

  constructor(app) {
    this.#app = app;
    app.garden.listen((kind, id, document) => {
      if (kind === 'reminder' && !document && this.#me) this.#close(id);
      if (kind === 'dn-push') this.settled();
    });
    navigator.serviceWorker?.addEventListener('message', (event) => this.#asked(event));
    this.#recall();
  }

  async #recall() {
    try {
      this.#me = (await account.read()) ?? null;
    } catch {
      // A browser that keeps nothing cannot be pushed to.
    }
    this.#isKnown = true;
    this.settled();
  }

  get #key() {
    return this.#app.garden.push?.web;
  }

  /** `insecure`, `home` (an iPhone whose page is in a tab), `unsupported`, `unoffered`, `blocked`, `failed`, `on` or `off`. */
  get state() {
    if (!isSecureContext) return 'insecure';
    if (!('PushManager' in globalThis)) return /iP(hone|ad|od)/.test(navigator.userAgent) && !navigator.standalone ? 'home' : 'unsupported';
    if (this.isOn) return this.#hasFailed ? 'failed' : 'on';
    if (!this.#key) return 'unoffered';
    return Notification.permission === 'denied' ? 'blocked' : 'off';
  }

  get isOn() {
    return this.#me !== null && this.#me.device === this.#app.link.device;
  }

  async turnOn() {
    if ((await Notification.requestPermission()) !== 'granted' || !this.#key) return;
    this.#me = { device: this.#app.link.device, registered: 0 };
    await this.#register();
  }

  /** Also before somebody else signs in: nothing of the first person's stays in the worker. */
  async turnOff() {
    if (!this.#me) return;
    this.#me = null;
    this.#hasFailed = false;
    this.#app.hello();
    try {
      const subscription = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
      if (subscription) {
        // Where it does not arrive, the push service says with the next message that the subscription is gone.
        this.#app.commands.deliver('push', registrationOf(subscription, true));
        await subscription.unsubscribe();
      }
    } finally {
      await Promise.all([account.forget(), answers.forget()]);
      this.#app.refresh();
    }
  }

  /** The connection stands: what could not be told before is told now, and what waits in the worker may go. */
  async settled() {
    if (!this.#isKnown || !this.#me || this.#app.link.state !== 'online') return;
    if (this.#me.device !== this.#app.link.device) return this.turnOff();
    navigator.serviceWorker.controller?.postMessage({ flush: true });
    if (this.#key) await this.#register();
  }

  async #register() {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await this.#registerOnce();
    } catch {
      this.#hasFailed = true;
    } finally {
      this.#isBusy = false;
      this.#app.refresh();
    }
  }

  async #registerOnce() {
    const { pushManager } = await navigator.serviceWorker.ready;
    const key = this.#key;
    let subscription = await pushManager.getSubscription();
    if (subscription && !isFor(subscription, key)) {
      await subscription.unsubscribe();
      subscription = null;
    }
    subscription ??= await subscribe(pushManager, key);
    const { link } = this.#app;
    const isTold = this.#me.endpoint === subscription.endpoint && Date.now() - this.#me.registered < RENEW_AFTER;
    const me = {
      ...this.#me,
      password: link.password,
      address: link.address,
      base: link.base,
      key,
      endpoint: subscription.endpoint,
      registered: isTold ? this.#me.registered : 0,
      words: words(),
    };
    this.#app.hello();
    // Before it is told: the first push may come at once.
    await account.write(me);
    if (this.#me?.device !== me.device) return account.forget();
    this.#me = me;
    if (isTold) return;
    const { ok } = await this.#app.commands.deliver('push', registrationOf(subscription));
    this.#hasFailed = !ok;
    if (!ok || this.#me !== me) return;
    me.registered = Date.now();
    await account.write(me);
  }

  async #close(tag) {
    const worker = await navigator.serviceWorker.ready;
    for (const shown of await worker.getNotifications({ tag })) shown.close();
  }

  /** The worker hands over an answer while this page holds the device's one connection. */
  async #asked({ data, ports: [port] }) {
    if (!data?.act || !port) return;
    const { link, commands } = this.#app;
    if (link.device !== data.device) return port.postMessage({ code: 'other' });
    if (link.state !== 'online') return port.postMessage({ code: 'offline' });
    port.postMessage({ isTaken: true });
    port.postMessage(await commands.deliver('action', data.act));
  }
}

/** What the worker says, in the language of the page that was open last; `{action}` and `{code}` are for it to fill. */
function words() {
  const codes = Object.fromEntries(SAID.map((code) => [code, t(`code_${code}`)]));
  const [action, code] = ['{action}', '{code}'];
  return {
    kept: t('push_kept', { action }),
    late: t('push_late', { action }),
    other: t('push_other'),
    unknown: t('code_other', { code }),
    codes,
  };
}
