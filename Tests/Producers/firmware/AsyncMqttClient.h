// The MQTT library of an ESP8266, as far as ESPHome calls it, on libmosquitto: ESPHome's own code for that chip runs on a computer with it.
#pragma once
#include <mosquitto.h>
#include <cstdlib>
#include <functional>
#include <string>

enum class AsyncMqttClientDisconnectReason : int8_t { TCP_DISCONNECTED = 0 };
struct AsyncMqttClientMessageProperties {};

class AsyncMqttClient {
 public:
  AsyncMqttClient() { mosquitto_lib_init(); }
  void setKeepAlive(uint16_t seconds) { keep_alive_ = seconds; }
  void setClientId(const char *id) { id_ = id; }
  void setCleanSession(bool is_clean) { is_clean_ = is_clean; }
  void setCredentials(const char *user, const char *password) { user_ = user, password_ = password; }
  void setWill(const char *topic, uint8_t qos, bool retain, const char *payload) {
    will_topic_ = topic, will_qos_ = qos, will_retain_ = retain, will_payload_ = payload;
  }
  // The port is chosen when the test runs, long after the firmware was built. ESPHome names the broker by a text, never by a number.
  void setServer(const char *host, uint16_t) { host_ = host, port_ = atoi(getenv("BROKER_PORT")); }
  void setServer(auto, uint16_t) {}
  void onDisconnect(auto f) { on_disconnect_ = f; }
  void onMessage(auto f) { on_message_ = f; }
  // Who listens to these is in none of our nodes.
  void onConnect(auto) {}
  void onSubscribe(auto) {}
  void onUnsubscribe(auto) {}
  void onPublish(auto) {}
  bool connected() const { return is_connected_; }

  void connect() {
    client_ = mosquitto_new(id_.c_str(), is_clean_, this);
    mosquitto_username_pw_set(client_, user_.c_str(), password_.c_str());
    mosquitto_will_set(client_, will_topic_.c_str(), will_payload_.size(), will_payload_.data(), will_qos_, will_retain_);
    mosquitto_connect_callback_set(client_, [](mosquitto *, void *me, int code) { self(me).is_connected_ = code == 0; });
    mosquitto_message_callback_set(client_, [](mosquitto *, void *me, const mosquitto_message *m) {
      size_t length = m->payloadlen;
      self(me).on_message_(m->topic, static_cast<const char *>(m->payload), {}, length, 0, length);
    });
    has_failed_ = mosquitto_connect(client_, host_.c_str(), port_, keep_alive_) != MOSQ_ERR_SUCCESS;
  }
  void disconnect(bool) {
    if (!client_) return;
    mosquitto_disconnect(client_);
    mosquitto_loop(client_, 0, 1);
    end();
  }
  bool subscribe(const char *topic, uint8_t qos) { return is_connected_ && !mosquitto_subscribe(client_, nullptr, topic, qos); }
  bool unsubscribe(const char *topic) { return is_connected_ && !mosquitto_unsubscribe(client_, nullptr, topic); }
  bool publish(const char *topic, uint8_t qos, bool retain, const char *payload, size_t length, bool, uint16_t) {
    return is_connected_ && !mosquitto_publish(client_, nullptr, topic, length, payload, qos, retain);
  }
  // On the chip the network has its own turns.
  void loop() {
    if (!client_ || (!has_failed_ && mosquitto_loop(client_, 0, 1) == MOSQ_ERR_SUCCESS)) return;
    end();
    on_disconnect_(AsyncMqttClientDisconnectReason::TCP_DISCONNECTED);
  }

 private:
  static AsyncMqttClient &self(void *me) { return *static_cast<AsyncMqttClient *>(me); }
  void end() {
    mosquitto_destroy(client_);
    client_ = nullptr, is_connected_ = has_failed_ = false;
  }

  mosquitto *client_{nullptr};
  std::string id_, user_, password_, host_, will_topic_, will_payload_;
  uint16_t keep_alive_{15}, port_{0};
  uint8_t will_qos_{0};
  bool will_retain_{false}, is_clean_{true}, is_connected_{false}, has_failed_{false};
  std::function<void(AsyncMqttClientDisconnectReason)> on_disconnect_;
  std::function<void(const char *, const char *, AsyncMqttClientMessageProperties, size_t, size_t, size_t)> on_message_;
};
