/** What this browser remembers for the person: language, unit, theme, and the sign-in where that was asked for. */
import { ours } from './place.js';

const PREFIX = `${ours('loam')}.`;

const read = (store, key) => {
  try {
    return store.getItem(PREFIX + key);
  } catch {
    return null;
  }
};

const write = (store, key, value) => {
  try {
    if (value === null || value === undefined) store.removeItem(PREFIX + key);
    else store.setItem(PREFIX + key, value);
  } catch {
    // A browser that keeps nothing asks again; that is all.
  }
};

export const settings = {
  get: (key) => read(localStorage, key),
  set: (key, value) => write(localStorage, key, value),
  /** `{device, password}`: for this tab, or for good where the person wished so. */
  get account() {
    for (const store of [sessionStorage, localStorage]) {
      const text = read(store, 'account');
      if (!text) continue;
      try {
        const { device, password } = JSON.parse(text);
        if (typeof device === 'string') return { device, password };
      } catch {
        write(store, 'account', null);
      }
    }
    return null;
  },
  signIn(account, forGood) {
    write(sessionStorage, 'account', JSON.stringify(account));
    write(localStorage, 'account', forGood ? JSON.stringify(account) : null);
  },
  signOut() {
    write(sessionStorage, 'account', null);
    write(localStorage, 'account', null);
  },
};
