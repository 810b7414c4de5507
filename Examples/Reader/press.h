// A button of a display without a clock: the time, and an answer that is sent again until it is acknowledged. No heap; C++11.
#pragma once

#include <stdio.h>

#include "contract.h"

namespace loam {

// The time of a device without a clock: the bridge's, and its own uptime since then.
struct Clock {
  int64_t atStart = 0;

  // Of a bridge that is gone the status says when it came. A clock that it does not speak of is set.
  void take(const Value &status, uint32_t uptime) {
    if (!status[BridgeStatus::online].flag()) return;
    const Value clock = status[BridgeStatus::clock];
    atStart = !clock.isThere() || clock.is("set") ? int64_t(status[BridgeStatus::ts].number(0)) - uptime / 1000 : 0;
  }
  // 0: not known.
  int64_t now(uint32_t uptime) const { return atStart ? atStart + uptime / 1000 : 0; }
};

// A button that was pressed, until the bridge has answered. At QoS 0 it is sent again under its id after 5, 15 and 45 s.
struct Press {
  char id[37] = "";
  char payload[256] = "";
  uint32_t pressed = 0;
  uint8_t sent = 4;

  bool isWaiting() const { return sent < 4; }

  // `random`: 16 bytes.
  void begin(const char *plant, const char *action, const uint8_t *random, int64_t now, uint32_t uptime) {
    uint8_t b[16];
    memcpy(b, random, sizeof b);
    b[6] = uint8_t((b[6] & 0x0f) | 0x40);
    b[8] = uint8_t((b[8] & 0x3f) | 0x80);
    for (int i = 0, n = 0; i < 16; i++) {
      n += snprintf(id + n, sizeof id - size_t(n), i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", b[i]);
    }
    snprintf(payload, sizeof payload,
             "{\"v\":1,\"id\":\"%s\",\"category\":\"WATERING_REMINDER\",\"action\":\"%s\",\"plant\":\"%s\",\"at\":%lld}", id, action, plant,
             (long long)now);
    pressed = uptime;
    sent = 0;
  }

  // Whether `payload` is to be sent now.
  bool isDue(uint32_t uptime) {
    static const uint32_t after[] = {0, 5000, 15000, 45000};
    return sent < 4 && uptime - pressed >= after[sent] && ++sent;
  }

  // Whether this ack is its answer; nothing is sent any more.
  bool isAnswered(const Value &answer) {
    if (id[0] == '\0' || !answer[Ack::re].is(id)) return false;
    sent = 4;
    id[0] = '\0';
    return true;
  }
};

}  // namespace loam
