/**
 * What the plants were when this browser last looked, so that an opened page shows them at once, as old as they are. Nothing
 * that can be answered or moved is kept: a reminder or a run of yesterday would lie.
 */
import { ours } from './place.js';

const NAME = `${ours('loam')}.last`;
const KINDS = ['bridge-info', 'plant', 'detail'];
/** Far below what browsers grant an origin (5 MB); what does not fit is left out. */
const LETTERS_MAX = 400_000;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

export class Memory {
  /** Topic parts to text, as heard: `plant/basil`. */
  #last = new Map();
  #isChanged = false;
  /** A page that closes while it fills keeps what the last one knew. */
  #isWhole = false;

  /** Tells what is remembered: `take(about, payload)`. */
  recall(take) {
    try {
      for (const [key, text] of Object.entries(JSON.parse(localStorage.getItem(NAME) ?? '{}'))) {
        const [kind, id] = key.split('/');
        if (KINDS.includes(kind) && typeof text === 'string') take({ kind, id }, encoder.encode(text));
      }
    } catch {
      this.forget();
    }
  }

  hear({ kind, id }, payload) {
    if (!KINDS.includes(kind)) return;
    const key = `${kind}/${id}`;
    if (payload.length === 0) this.#last.delete(key);
    else this.#last.set(key, decoder.decode(payload));
    this.#isChanged = true;
  }

  /** Another connection: only what it says is remembered from now on. */
  begin() {
    this.#last.clear();
    this.#isWhole = false;
  }

  /** The broker has said everything that it keeps. */
  settle() {
    this.#isWhole = true;
    this.keep();
  }

  /** Keeps what was heard; the small documents first. */
  keep() {
    if (!this.#isChanged || !this.#isWhole) return;
    this.#isChanged = false;
    const kept = {};
    let letters = 0;
    for (const kind of KINDS) {
      for (const [key, text] of this.#last) {
        if (!key.startsWith(`${kind}/`) || letters + text.length > LETTERS_MAX) continue;
        letters += text.length;
        kept[key] = text;
      }
    }
    try {
      localStorage.setItem(NAME, JSON.stringify(kept));
    } catch {
      // A browser that keeps nothing begins empty; that is all.
    }
  }

  forget() {
    this.#last.clear();
    try {
      localStorage.removeItem(NAME);
    } catch {
      // As above.
    }
  }
}
