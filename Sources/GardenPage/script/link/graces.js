/**
 * Answers that can still be taken back. Each waits five seconds before it is sent, or until the page is left. What a page
 * that was closed could not hand over is sent by the next one: with the same id, so that it acts once however often it comes.
 */
import { uuid } from '../contract/uuid.js';
import { settings } from './settings.js';

const GRACE = 5000;
/** Who needs longer sets `loam.grace` in the browser's storage, up to a minute. */
const GRACE_MAX = 60_000;
/** Another page of this browser that still holds an answer sends it itself. */
const ADOPT_AFTER = 3000;
/** An answer of longer ago is asked for again: its reminder is still open. */
const ADOPT_UNTIL = 600_000;
/** The bridge's own word of an answer comes with the ack or a blink after it. */
const BLINK = 1500;
const FAILURE_STAYS = 60_000;
const HELD_MAX = 200;

export class Graces {
  /** Slot → `{slot, fields, action, name, due, state}`: `held`, `sending`, `done`, `failed` with its `answer`. */
  #entries = new Map();
  #app;

  constructor(app) {
    this.#app = app;
    app.garden.listen((kind, id, reminder) => {
      if (kind !== 'reminder' || reminder) return;
      // Somebody else has answered: nothing is left to be said.
      for (const entry of this.#entries.values()) if (entry.state === 'held' && entry.fields.key === id) this.undo(entry.slot);
    });
  }

  /** Milliseconds. */
  get length() {
    return Math.min(Math.max(Number(settings.get('grace')) || GRACE, GRACE), GRACE_MAX);
  }

  get(slot) {
    return this.#entries.get(slot);
  }

  /** `action`: what was chosen; `name`: of whom it is said, for the eye. */
  hold(slot, fields, action, name) {
    if (this.#entries.size >= HELD_MAX) return;
    clearTimeout(this.#entries.get(slot)?.timer);
    const entry = { slot, fields: { id: uuid(), ...fields }, action, name, due: Date.now() + this.length, state: 'held' };
    entry.timer = setTimeout(() => this.#send(entry), this.length);
    this.#put(entry);
  }

  undo(slot) {
    const entry = this.#entries.get(slot);
    if (entry?.state !== 'held') return;
    clearTimeout(entry.timer);
    this.#drop(entry);
  }

  /** The page is being left: what waits is sent now. */
  flush() {
    for (const entry of this.#entries.values()) if (entry.state === 'held') this.#send(entry);
  }

  /** Takes over what a page that is gone could not hand over. */
  adopt() {
    const device = this.#app.link.device;
    for (const kept of this.#kept()) {
      if (this.#isLive(kept.slot) || kept.device !== device) continue;
      if (Date.now() - kept.due > ADOPT_UNTIL) this.#forget(kept);
      else setTimeout(() => this.#adoptOne(kept), Math.max(kept.due + ADOPT_AFTER - Date.now(), 0));
    }
  }

  #adoptOne(kept) {
    if (this.#isLive(kept.slot) || !this.#kept().some((one) => one.fields.id === kept.fields.id)) return;
    const entry = { ...kept, state: 'held', isAdopted: true };
    this.#put(entry);
    this.#send(entry);
  }

  #isLive(slot) {
    return (this.#entries.get(slot)?.state ?? 'failed') !== 'failed';
  }

  async #send(entry) {
    clearTimeout(entry.timer);
    if (this.#entries.get(entry.slot) !== entry || entry.state !== 'held') return;
    entry.state = 'sending';
    this.#app.refresh();
    const answer = await this.#app.commands.send('action', this.#renewed(entry.fields));
    entry.answer = answer;
    entry.state = answer.ok ? 'done' : 'failed';
    // What nobody has heard is told to who looks at the page; where nobody does, it is sent again with the next connection.
    const isUnheard = ['offline', 'no_answer'].includes(answer.code);
    if (!isUnheard || (!document.hidden && !entry.isAdopted)) this.#forget(entry);
    this.#app.refresh();
    entry.timer = setTimeout(() => this.#leave(entry), answer.ok ? GRACE : FAILURE_STAYS);
    if (answer.ok) setTimeout(() => this.#app.refresh(), BLINK);
    entry.settledAt = performance.now();
  }

  /** While the answer waited the reminder may have been told anew. */
  #renewed(fields) {
    const reminder = fields.key && this.#app.garden.reminder.get(fields.key);
    return reminder && reminder.category === fields.category ? { ...fields, note: reminder.note, rev: reminder.rev } : fields;
  }

  /** Whether the place of a slot shows what was answered there and not the buttons. */
  isShown(slot, isGone) {
    const entry = this.#entries.get(slot);
    if (!entry || entry.state === 'failed') return false;
    return entry.state !== 'done' || isGone || performance.now() - entry.settledAt < BLINK;
  }

  #put(entry) {
    this.#entries.set(entry.slot, entry);
    const { slot, fields, action, name, due } = entry;
    this.#keep([...this.#kept().filter((one) => one.slot !== slot), { slot, fields, action, name, due, device: this.#app.link.device }]);
    this.#app.refresh();
  }

  #drop(entry) {
    this.#forget(entry);
    this.#leave(entry);
  }

  #leave(entry) {
    if (this.#entries.get(entry.slot) === entry) this.#entries.delete(entry.slot);
    this.#app.refresh();
  }

  #forget(entry) {
    this.#keep(this.#kept().filter((one) => one.fields.id !== entry.fields.id));
  }

  #kept() {
    try {
      const kept = JSON.parse(settings.get('answers') ?? '[]');
      return Array.isArray(kept)
        ? kept.filter((one) => typeof one?.slot === 'string' && typeof one.fields?.id === 'string' && Number.isFinite(one.due))
        : [];
    } catch {
      return [];
    }
  }

  #keep(entries) {
    settings.set('answers', entries.length > 0 ? JSON.stringify(entries.slice(-HELD_MAX)) : null);
  }
}
