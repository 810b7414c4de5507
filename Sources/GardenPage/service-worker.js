/**
 * Keeps the page's own files, so that it opens without a network. What is named after its content comes from here; the
 * document and `config.json` come from the network as long as there is one, so that nobody is caught in an old page. And shows what is
 * pushed: see `worker/push.js`.
 */
import './worker/push.js';

const CACHE = `loam-${BUILD}`;
const NAMED = KEPT_FILES;
const PATIENCE = 3000;

addEventListener('install', (event) => {
  // Loaded once now, a worker may load it whenever it is started later.
  importScripts(MQTT_FILE);
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(['./', 'manifest.webmanifest', 'icons/loam.svg', ...NAMED])).then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  const others = caches.keys().then((keys) => Promise.all(keys.filter((key) => key.startsWith('loam-') && key !== CACHE).map((key) => caches.delete(key))));
  event.waitUntil(others.then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  const scope = new URL(registration.scope);
  if (event.request.method !== 'GET' || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const path = url.pathname.slice(scope.pathname.length);
  if (path.startsWith('api/') || path === 'metrics' || path === 'healthz') return;
  if (NAMED.includes(path)) event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
  else event.respondWith(fromNetwork(event.request, path));
});

async function fromNetwork(request, path) {
  const cache = await caches.open(CACHE);
  const key = request.mode === 'navigate' ? './' : request;
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await (request.mode === 'navigate' ? fetch(request.url, { cache: 'no-cache', signal }) : fetch(request, { signal }));
    if (answer.ok && (path === '' || path === 'config.json' || request.mode === 'navigate')) await cache.put(key, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(key, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
