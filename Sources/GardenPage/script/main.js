/** Where the page begins. */
import { App } from './app.js';
import { place } from './link/place.js';

place().then((place) => {
  const app = new App(place);
  app.connect();
});

// Only a page from a safe place may have one; it keeps the page's own files for when the network is away.
if ('serviceWorker' in navigator) {
  addEventListener('load', () => navigator.serviceWorker.register('service-worker.js').catch(() => {}));
}
