/**
 * Loads the larger parts: MQTT.js, Chart.js when a plant is looked at, and phones when somebody may let them in. They are scripts of their own and not modules,
 * because a plain file server such as mosquitto's names no content types, and browsers refuse modules without.
 */
const FILES = { mqtt: MQTT_FILE, chart: CHART_FILE, phones: PHONES_FILE };
const GLOBALS = { mqtt: 'loamMQTT', chart: 'loamChart', phones: 'loamPhones' };
const loading = new Map();

export function load(name) {
  if (!loading.has(name))
    loading.set(
      name,
      fetchScript(name).catch((error) => {
        loading.delete(name);
        throw error;
      }),
    );
  return loading.get(name);
}

function fetchScript(name) {
  const there = () => globalThis[GLOBALS[name]]?.default;
  if (there()) return Promise.resolve(there());
  return new Promise((resolve, reject) => {
    const known = document.querySelector(`script[src="${FILES[name]}"]`);
    const script = known ?? document.createElement('script');
    script.addEventListener('load', () => (there() ? resolve(there()) : reject(new Error(name))), { once: true });
    script.addEventListener(
      'error',
      () => {
        script.remove();
        reject(new Error(name));
      },
      { once: true },
    );
    if (known) return;
    script.src = FILES[name];
    document.head.append(script);
  });
}
