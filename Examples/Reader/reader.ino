// A reader for the hall: it shows the plants that want water, and its button says "done" for the first of them.
// An ESP32 with Arduino's core and PubSubClient 2.8. MQTT 3.1.1, QoS 0 upwards.
#include <PubSubClient.h>
#include <WiFi.h>

#include "press.h"

#ifndef READER_SETTINGS
static const char *network = "garden", *networkPassword = "", *broker = "192.168.1.10", *device = "hall-reader", *password = "";
static const uint16_t port = 1883;
#endif

static const char states[] = "plants/v1/state/plant/";
static const int buttonPin = 0;
static const uint32_t debounce = 300;

static WiFiClient wifi;
static PubSubClient mqtt(wifi);
static loam::Clock clock_;
static loam::Press press;
static char upAction[64], dnAck[64], thirsty[65];
static uint32_t lastPress = 0, lastTry = 0;

static void show(const char *id, const loam::Value &plant) {
  using loam::PlantState;
  char name[24 * 4 + 1], condition[16];
  plant[PlantState::n].copy(name, sizeof name);
  plant[PlantState::s].copy(condition, sizeof condition);
  const bool wantsWater = plant[PlantState::f].has('r');
  Serial.printf("%s: %s", name, condition);
  if (plant[PlantState::m].isThere()) Serial.printf(" %.0f%%", plant[PlantState::m].number(0));
  Serial.println(wantsWater ? " (water me)" : "");
  if (wantsWater) {
    snprintf(thirsty, sizeof thirsty, "%s", id);
  } else if (strcmp(thirsty, id) == 0) {
    thirsty[0] = '\0';
  }
}

static void heard(char *topic, uint8_t *bytes, unsigned int size) {
  const char *payload = reinterpret_cast<const char *>(bytes);
  loam::Value document;
  if (strncmp(topic, states, sizeof states - 1) == 0) {
    const char *id = topic + sizeof states - 1;
    if (size == 0) {
      if (strcmp(thirsty, id) == 0) thirsty[0] = '\0';
    } else if (loam::read(loam::plantState, payload, size, document)) {
      show(id, document);
    }
  } else if (strcmp(topic, dnAck) == 0) {
    char code[24];
    if (!loam::read(loam::ack, payload, size, document) || !press.isAnswered(document)) return;
    document[loam::Ack::code].copy(code, sizeof code);
    Serial.printf("answer: %s\n", code);
  } else if (loam::read(loam::bridgeStatus, payload, size, document)) {
    clock_.take(document, millis());
  }
}

static void connectMQTT() {
  // Once in five seconds; a session that is kept would need QoS 1 on the way up as well.
  if (mqtt.connected() || (lastTry && millis() - lastTry < 5000)) return;
  lastTry = millis() | 1;
  if (!mqtt.connect(device, device, password)) return;
  mqtt.subscribe("plants/v1/bridge/status", 1);
  mqtt.subscribe(dnAck, 1);
  mqtt.subscribe("plants/v1/state/plant/+", 1);
}

static void pressButton() {
  const int64_t now = clock_.now(millis());
  if (press.isWaiting() || !thirsty[0]) return;
  if (!now) {
    Serial.println("the bridge does not know the time yet");
    return;
  }
  uint8_t random[16];
  for (int i = 0; i < 16; i += 4) {
    const uint32_t word = esp_random();
    memcpy(random + i, &word, 4);
  }
  press.begin(thirsty, "water_done", random, now, millis());
}

void setup() {
  Serial.begin(115200);
  pinMode(buttonPin, INPUT_PULLUP);
  snprintf(upAction, sizeof upAction, "plants/v1/d/%s/up/action", device);
  snprintf(dnAck, sizeof dnAck, "plants/v1/d/%s/dn/ack", device);
  WiFi.begin(network, networkPassword);
  mqtt.setServer(broker, port);
  mqtt.setCallback(heard);
  // A plant's state has 200 bytes at most, and its topic 86: more than PubSubClient's own 256.
  mqtt.setBufferSize(320);
}

void loop() {
  if (WiFi.status() == WL_CONNECTED) connectMQTT();
  mqtt.loop();
  if (digitalRead(buttonPin) == LOW && millis() - lastPress > debounce) {
    lastPress = millis();
    pressButton();
  }
  if (mqtt.connected() && press.isDue(millis())) mqtt.publish(upAction, press.payload);
}
