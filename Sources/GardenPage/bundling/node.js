// The few things of Node that MQTT.js and its streams ask for.
export { Buffer } from 'buffer';
export const process = {
  title: 'browser',
  browser: true,
  env: {},
  version: '',
  versions: {},
  argv: [],
  nextTick: (run, ...values) => queueMicrotask(() => run(...values)),
  on() {},
  emitWarning() {},
};
