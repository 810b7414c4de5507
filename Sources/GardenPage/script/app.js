/** The page: one garden, one connection, one view at a time. */
import { receiptOf } from './contract/receipts.js';
import { Garden } from './garden.js';
import { Commands } from './link/commands.js';
import { Connection } from './link/connection.js';
import { Graces } from './link/graces.js';
import { History } from './link/history.js';
import { load } from './link/library.js';
import { Memory } from './link/memory.js';
import { settings } from './link/settings.js';
import { Trends } from './link/trends.js';
import { Notifications } from './push/notifications.js';
import { announcer } from './view/announcer.js';
import { controls } from './view/controls.js';
import { frame } from './view/frame.js';
import { bridge } from './view/bridge.js';
import { kiosk } from './view/kiosk.js';
import { overview } from './view/overview.js';
import { plantPage } from './view/plant.js';
import { reminderPage } from './view/reminder.js';
import { watchEnds } from './view/runs.js';
import { sheet } from './view/sheet.js';
import { openSignIn } from './view/signin.js';
import { unsettle, watchButtons, watchPointer } from './view/steady.js';
import { water } from './view/water.js';
import { choose, language, languageFor, localParts, t } from './words.js';

const VIEWS = { '': overview, water, controls, bridge, plant: plantPage, reminder: reminderPage };
/** A tablet on the wall goes back to the whole garden. */
const KIOSK_RETURNS = 90_000;
/** And takes its connection back where nobody stands before it to ask. */
const KIOSK_RETAKES = 300_000;
/** What comes within so long comes in one go. */
const GO = 250;
/** Not every browser keeps what is read where it is when something comes above it. */
const isAnchored = CSS.supports('overflow-anchor: auto');
/** From ten in the evening to six, by the garden's clock, it is dark. */
const NIGHT = { from: 22 * 3600, to: 6 * 3600 };

export class App {
  garden = new Garden();
  link = { state: 'connecting', device: '', lostAt: 0 };
  /** Whether the broker has said everything that it keeps. */
  isSettled = false;
  /** Whether the first of it has come, in one go. */
  isFilled = false;
  #filling = 0;
  /** Somebody has just named this device: then it is said if nobody in Loam's config has it. */
  #isNamed = false;
  #place = null;
  #main = document.getElementById('main');
  #view = null;
  #path = '';
  #isPainting = false;
  #said = '';
  #memory = new Memory();
  #isDim = false;
  #touchedAt = -Infinity;

  constructor() {
    this.isKiosk = new URLSearchParams(location.search).has('kiosk');
    this.#memory.recall((about, payload) => this.garden.take(about, payload, true));
    this.speak(false);
    this.commands = new Commands(() => (this.link instanceof Connection ? this.link : null), this.garden.clock);
    this.graces = new Graces(this);
    this.history = new History(this.commands);
    this.notifications = new Notifications(this);
    this.trends = new Trends(this.garden, () => this.refresh());
    this.sheet = sheet(() => this.refresh());
    watchEnds(this.garden);
    this.frame = frame(this, this.#main);
    this.announcer = announcer(this, document.getElementById('announcer'));
    this.garden.listen((kind, _, document) => this.#heard(kind, document));
    addEventListener('hashchange', () => this.#turn());
    addEventListener('online', () => this.link.hurry?.());
    watchPointer(() => this.refresh());
    addEventListener('pagehide', () => this.#leave());
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) return this.#leave();
      this.link.hurry?.();
      this.refresh();
    });
    setInterval(() => this.#tick(), 1000);
    this.#turn(true);
    if (this.isKiosk) this.#beKiosk();
  }

  #leave() {
    this.graces.flush();
    this.#memory.keep();
  }

  /** `place`: where the broker is, and what this device is called there. */
  begin(place) {
    this.#place = place;
    this.history.hasAPI = place.api;
    this.connect();
  }

  connect() {
    this.link.close?.();
    const account = settings.account;
    const device = account?.device ?? this.#place.device;
    this.garden.forgetContext();
    this.isSettled = false;
    this.isFilled = false;
    this.#said = '';
    this.link = new Connection(this.#place.address, this.#place.base, device, account?.password, {
      told: (state) => this.#told(state),
      began: () => {
        this.garden.beginRound();
        this.#memory.begin();
      },
      greeted: () => this.#fill(),
      settled: () => this.#settled(),
      heard: (topic, payload, retained) => {
        const about = this.link.topics.read(topic);
        if (!about) return;
        if (retained && this.#filling) this.#fill();
        this.garden.take(about, payload, retained);
        this.#acknowledge(receiptOf(about.kind, payload));
        this.#memory.hear(about, payload);
      },
    });
    this.link.open(load('mqtt'));
    this.refresh();
  }

  #told(state) {
    if (state === 'online') this.hello();
    if (state === 'refused' && !this.isKiosk && !this.sheet.isOpen) this.openSignIn(t('refused_text', { device: this.link.device }));
    this.announcer.link(state);
    this.refresh();
  }

  /** A moment without another document is the end of the first ones. */
  #fill() {
    clearTimeout(this.#filling);
    this.#filling = setTimeout(() => {
      this.#filling = 0;
      this.isFilled = true;
      this.refresh();
    }, GO);
  }

  #settled() {
    this.garden.endRound();
    this.isSettled = true;
    this.isFilled = true;
    this.#memory.settle();
    this.graces.adopt();
    this.refresh();
    this.trends.fill(this.history);
    this.notifications.settled();
    if (this.#isNamed && this.garden.status && !this.garden.context) this.openSignIn(t('unknown_device', { device: this.link.device }));
    this.#isNamed = false;
  }

  /** Whether this page has been told anything: until then "nothing runs" would be a guess, whatever is remembered. */
  get isTold() {
    return this.isSettled || this.link.state === 'online';
  }

  #heard(kind, document) {
    if (kind === 'dn-ack' || kind === 'dn-reply') return this.commands.hear(document);
    if (kind === 'bridge-info' || kind === 'dn-context') this.speak(false);
    this.refresh();
  }

  /** What it tells stands among the open reminders already. */
  #acknowledge(re) {
    if (!re) return;
    const ack = { v: 1, re, ok: true, code: 'accepted', ts: this.garden.clock.now() };
    this.link.publish(this.link.topics.up('ack'), ack, { expiry: 86400 });
  }

  /** Who is here, for the bridge: grants nothing. What nobody pushes to a browser is not sent. */
  hello() {
    if (this.link.state !== 'online') return;
    const locale = language();
    const caps = [...(this.notifications.isOn ? ['notify'] : []), 'actions', 'slider', 'activity'];
    if (this.#said === `${locale} ${caps}`) return;
    this.#said = `${locale} ${caps}`;
    this.link.publish(
      this.link.topics.up('hello'),
      {
        v: 1,
        device: this.link.device,
        kind: 'dashboard',
        software: BUILD,
        protocol: 1,
        mqtt: 5,
        locale,
        tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
        max_packet: 65536,
        caps,
        ts: this.garden.clock.now(),
      },
      { retain: true },
    );
  }

  async signIn(account, forGood) {
    if (account.device !== this.link.device) await this.notifications.turnOff();
    settings.signIn(account, forGood);
    this.#isNamed = true;
    this.connect();
  }

  async signOut() {
    await this.notifications.turnOff();
    settings.signOut();
    this.#memory.forget();
    this.connect();
  }

  openSignIn(reason) {
    openSignIn(this, this.link.device, reason);
  }

  /** Takes language, unit and zone anew: the viewer's own choice first, then what the bridge has for this device. */
  async speak(isChoice = true) {
    const told = this.garden.context?.content;
    const spoken = choose({
      language: settings.get('language') ?? languageFor(told?.language),
      timeZone: this.garden.timeZone,
      temperature: settings.get('unit') ?? told?.temperature_unit ?? 'celsius',
    });
    this.paintTheme();
    this.refresh();
    await spoken;
    if (isChoice) this.hello();
    this.refresh();
  }

  paintTheme() {
    const theme = this.#isDim ? 'dark' : settings.get('theme');
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  }

  /** Paints once, in the next frame, however much has changed. */
  refresh() {
    if (this.#isPainting || !this.frame) return;
    this.#isPainting = true;
    const paint = () => {
      if (!this.#isPainting) return;
      this.#isPainting = false;
      this.#paint();
    };
    requestAnimationFrame(paint);
    // A window that nobody sees has no frames.
    setTimeout(paint, 150);
  }

  #paint() {
    const read = isAnchored || scrollY === 0 ? null : document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    const place = read?.getBoundingClientRect().top;
    this.frame.update(this.#path);
    this.#view?.update();
    if (read?.isConnected) scrollBy(0, read.getBoundingClientRect().top - place);
    this.sheet.update();
    watchButtons(() => this.refresh());
    const title = this.#view?.title();
    const name = this.garden.info?.bridge ?? t('app_title');
    const whole = title ? `${title} · ${name}` : name;
    if (document.title !== whole) document.title = whole;
  }

  #tick() {
    if (this.isKiosk && this.link.state === 'taken' && Date.now() - this.link.lostAt > KIOSK_RETAKES) this.connect();
    if (this.isKiosk) this.#dim();
    if (!document.hidden) this.refresh();
  }

  /** Dark at night, but for a while after a touch; an alarm does not wait for the morning. */
  #dim() {
    const { clock, reminder } = this.garden;
    const second = localParts(clock.now()).second;
    const isNight = clock.isKnown && (second >= NIGHT.from || second < NIGHT.to);
    const isAlarmed = [...reminder.values()].some((one) => one.state !== 'snoozed' && /VALVE|HEATER|STOPPED/.test(one.category));
    this.#isDim = isNight && !isAlarmed && performance.now() - this.#touchedAt > KIOSK_RETURNS;
    document.documentElement.toggleAttribute('data-night', this.#isDim);
    this.paintTheme();
  }

  #turn(isFirst = false) {
    const [path, id] = location.hash.replace(/^#\/?/, '').split('/');
    this.#path = Object.hasOwn(VIEWS, path) ? path : '';
    const make = this.isKiosk && this.#path === '' ? kiosk : VIEWS[this.#path];
    this.#view?.close?.();
    this.sheet.close();
    unsettle();
    this.#view = make(this, decoded(id));
    this.#main.replaceChildren(this.#view.element);
    this.#view.mounted?.();
    this.#paint();
    if (isFirst) return;
    scrollTo(0, 0);
    this.#main.querySelector('h1, h2')?.focus({ preventScroll: true });
  }

  #beKiosk() {
    document.documentElement.classList.add('kiosk');
    let timer = 0;
    const rest = (event) => {
      if (event) this.#touchedAt = performance.now();
      this.#dim();
      clearTimeout(timer);
      timer = setTimeout(() => {
        this.sheet.close();
        if (location.hash.length > 2) location.hash = '#/';
        scrollTo(0, 0);
      }, KIOSK_RETURNS);
    };
    for (const event of ['pointerdown', 'keydown', 'wheel']) addEventListener(event, rest, { passive: true });
    const stayAwake = () => {
      if (!document.hidden) navigator.wakeLock?.request('screen').catch(() => {});
    };
    document.addEventListener('visibilitychange', stayAwake);
    stayAwake();
    rest();
  }
}

function decoded(id) {
  try {
    return decodeURIComponent(id ?? '');
  } catch {
    return '';
  }
}
