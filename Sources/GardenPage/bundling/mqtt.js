// MQTT.js of the Debian package node-mqtt, as the page loads it.
import mqtt from 'mqtt';

export default mqtt;
