/** Where the page begins. */
import { App } from './app.js';
import { place } from './link/place.js';
import { choose } from './words.js';

const told = place();
// In the viewer's language from the first word on.
choose().then(async () => new App().begin(await told));

// Only a page from a safe place may have one; it keeps the page's own files for when the network is away. A server that does
// not say what a file is (mosquitto) cannot serve it: asked first, so that the browser need not complain.
if ('serviceWorker' in navigator) {
  addEventListener('load', async () => {
    try {
      const answer = await fetch('service-worker.js', { cache: 'no-cache' });
      const type = answer.headers.get('content-type') ?? '';
      if (answer.ok && type.includes('javascript')) await navigator.serviceWorker.register('service-worker.js');
    } catch {
      // Without one the page works all the same, as long as the network does.
    }
  });
}
