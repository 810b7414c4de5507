/**
 * What page and worker both know, in IndexedDB: as whom this browser is pushed to, and answers that could not be sent yet. The page
 * writes the first, the worker the second.
 */
import { ours } from '../link/place.js';

const NAME = ours('loam-push');
const ANSWERS_MAX = 50;

const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function store(name, mode, work) {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('account');
    opening.result.createObjectStore('answers', { keyPath: 'id' });
  };
  const database = await settled(opening);
  try {
    return await settled(work(database.transaction(name, mode).objectStore(name)));
  } finally {
    database.close();
  }
}

/** `{device, password, address, base, key, endpoint, registered, words}`, or nothing where notifications are off. */
export const account = {
  read: () => store('account', 'readonly', (kept) => kept.get('me')),
  write: (me) => store('account', 'readwrite', (kept) => kept.put(me, 'me')),
  forget: () => store('account', 'readwrite', (kept) => kept.delete('me')),
};

/** `{id, device, document, label, title, tag}`; `document.exp` ends it. */
export const answers = {
  all: () => store('answers', 'readonly', (kept) => kept.getAll()),
  async keep(answer) {
    const all = await answers.all();
    for (const old of all.slice(0, Math.max(0, all.length + 1 - ANSWERS_MAX))) await answers.drop(old.id);
    return store('answers', 'readwrite', (kept) => kept.put(answer));
  },
  drop: (id) => store('answers', 'readwrite', (kept) => kept.delete(id)),
  forget: () => store('answers', 'readwrite', (kept) => kept.clear()),
};
