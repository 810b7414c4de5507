/** Where the page comes from and what it was told there: `config.json` and the address. */

/** Of several gardens at one server the name of this one: what a browser keeps for one is nothing to another. */
export const garden = globalThis.location?.pathname.match(/\/garden\/([^/]+)\/[^/]*$/)?.[1];
/** What is kept in the browser under this name is this garden's. */
export const ours = (name) => (garden ? `${name}.${garden}` : name);

const DEFAULTS = { broker: null, device: 'dashboard', base: 'plants', api: false };

export async function place() {
  let told = {};
  try {
    const answer = await fetch('config.json', { cache: 'no-cache' });
    if (answer.ok) told = await answer.json();
  } catch {
    told = {};
  }
  const config = { ...DEFAULTS };
  for (const key of Object.keys(DEFAULTS)) if (told?.[key] !== undefined) config[key] = told[key];
  return { ...config, address: address(config.broker) };
}

/** `null`: this host, port 9001; a path: this very server, for `./…` from where the page is; else as it stands. */
function address(broker) {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  if (typeof broker !== 'string' || broker === '') return `${scheme}://${location.hostname}:9001/`;
  const found = new URL(broker, location.href);
  if (!broker.includes(':')) found.protocol = scheme;
  return found.href;
}
