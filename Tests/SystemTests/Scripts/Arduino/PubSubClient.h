// The part of PubSubClient that reader.ino uses, over a socket: MQTT 3.1.1, and like it a buffer. What is larger is passed over, here with
// a line that says so.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <string>

#include "WiFi.h"

class PubSubClient {
 public:
  using Callback = void (*)(char *, uint8_t *, unsigned int);
  explicit PubSubClient(WiFiClient &) {}

  void setServer(const char *host, uint16_t port) {
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    inet_pton(AF_INET, host, &address.sin_addr);
  }
  void setCallback(Callback f) { callback = f; }
  void setBufferSize(uint16_t size) { largest = size; }
  bool connected() const { return file >= 0; }

  bool connect(const char *id, const char *user, const char *password) {
    file = socket(AF_INET, SOCK_STREAM, 0);
    if (::connect(file, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0) return leave();
    send(0x10, std::string("\0\4MQTT\4\xc2\0\17", 10) + text(id) + text(user) + text(password));
    while (file >= 0 && !isAccepted) take();
    return file >= 0;
  }
  bool subscribe(const char *filter, uint8_t quality) { return send(0x82, std::string{0, char(++packet)} + text(filter) + char(quality)); }
  bool publish(const char *topic, const char *payload) { return send(0x30, text(topic) + payload); }

  bool loop() {
    if (file < 0) return false;
    if (millis() - pinged > 10000) {
      pinged = millis();
      send(0xc0, "");
    }
    pollfd input = {file, POLLIN, 0};
    if (poll(&input, 1, 10) > 0) take();
    return file >= 0;
  }

 private:
  size_t largest = 256;
  sockaddr_in address = {};
  Callback callback = nullptr;
  int file = -1;
  uint8_t packet = 0;
  uint32_t pinged = 0;
  bool isAccepted = false;

  static std::string text(const char *s) {
    const size_t n = strlen(s);
    return std::string{char(n >> 8), char(n)} + s;
  }
  bool leave() {
    close(file);
    file = -1;
    return isAccepted = false;
  }
  bool send(uint8_t first, const std::string &body) {
    std::string bytes(1, char(first));
    size_t n = body.size();
    if (n + 3 > largest) return false;
    for (; n > 127; n /= 128) bytes += char(n % 128 | 128);
    bytes += char(n);
    bytes += body;
    return file >= 0 && (::send(file, bytes.data(), bytes.size(), MSG_NOSIGNAL) == ssize_t(bytes.size()) || leave());
  }
  uint8_t byte() {
    uint8_t b = 0;
    if (file >= 0 && recv(file, &b, 1, 0) != 1) leave();
    return b;
  }
  // One packet.
  void take() {
    const uint8_t first = byte();
    size_t size = 0;
    for (int shift = 0;; shift += 7) {
      const uint8_t b = byte();
      size |= size_t(b & 127) << shift;
      if (b < 128) break;
    }
    std::string body;
    for (size_t i = 0; i < size && file >= 0; i++) body += char(byte());
    if (file < 0) return;
    if (first == 0x20) isAccepted = body[1] == 0 || leave();
    if ((first & 0xf0) == 0x30) publication(first, body);
  }
  void publication(uint8_t first, const std::string &body) {
    const size_t n = size_t(uint8_t(body[0])) << 8 | uint8_t(body[1]);
    const size_t begin = 2 + n + (first & 6 ? 2 : 0);
    if (first & 6) send(0x40, body.substr(2 + n, 2));
    if (body.size() + 3 > largest) {
      printf("larger than the buffer: %zu bytes\n", body.size());
      return;
    }
    std::string topic = body.substr(2, n), payload = body.substr(begin);
    callback(&topic[0], reinterpret_cast<uint8_t *>(&payload[0]), unsigned(payload.size()));
  }
};
