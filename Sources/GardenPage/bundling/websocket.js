// A browser has WebSocket of its own; MQTT.js asks for the package `ws`.
module.exports = globalThis.WebSocket;
