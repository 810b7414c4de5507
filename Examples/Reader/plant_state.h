// What a small display needs of Loam's contract: a plant's compact state, the bridge's status, acks, and an answer that is sent again
// until it is acknowledged. No heap, no library; C++11.
//
//   loam::PlantState plant;
//   if (loam::read(payload, size, plant)) draw(plant.name, plant.condition, plant.moisture);
//
// A field's rule is one line of a table; the tables say what Sources/LoamKit/Schemas says.
#pragma once

#include "fields.h"

namespace loam {

// state/plant/<plant>. What is absent is NaN or 0.
struct PlantState {
  char name[24 * 4 + 1];
  char condition[12];
  double moisture, dryBelow;
  int64_t lastWatering, nextWatering, measured;
  bool hasReminder, isWatered;
  uint32_t revision;
};

static const Field plantStateFields[] = {
    {"v", Form::version, true, 0, 0, nullptr, nullptr},
    {"n", Form::text, true, 1, 24, nullptr, nullptr},
    {"s", Form::words, true, 0, 0, "ok dry wet cold hot dark bright hungry salty stale unknown|unknown", nullptr},
    {"r", Form::whole, true, 0, 2147483647, nullptr, nullptr},
    {"m", Form::number, false, 0, 100, nullptr, nullptr},
    {"c", Form::number, false, -100, 150, nullptr, nullptr},
    {"u", Form::number, false, 0, 1000000, nullptr, nullptr},
    {"e", Form::number, false, 0, 1000000, nullptr, nullptr},
    {"b", Form::number, false, 0, 100, nullptr, nullptr},
    {"d", Form::number, false, 0, 100, nullptr, nullptr},
    {"l", Form::time, false, 0, 0, nullptr, nullptr},
    {"x", Form::time, false, 0, 0, nullptr, nullptr},
    {"t", Form::time, false, 0, 0, nullptr, nullptr},
    {"y", Form::words, false, 0, 0, "none never silent offline unreadable quorum age clock refused|none", nullptr},
    {"f", Form::marks, false, 0, 8, nullptr, nullptr},
    {nullptr, Form::flag, false, 0, 0, nullptr, nullptr},
};

inline bool read(const char *payload, size_t size, PlantState &plant) {
  Value values[15];
  if (!readPayload(payload, size, plantStateFields, values)) return false;
  copy(values[1], plant.name, sizeof plant.name);
  copyWord(values[2], plantStateFields[2].words, plant.condition, sizeof plant.condition);
  plant.revision = uint32_t(numberOr(values[3], 0));
  plant.moisture = numberOr(values[4], NAN);
  plant.dryBelow = numberOr(values[9], NAN);
  plant.lastWatering = int64_t(numberOr(values[10], 0));
  plant.nextWatering = int64_t(numberOr(values[11], 0));
  plant.measured = int64_t(numberOr(values[12], 0));
  plant.hasReminder = has(values[14], 'r');
  plant.isWatered = has(values[14], 'w');
  return true;
}

// bridge/status.
struct BridgeStatus {
  bool isOnline, isClockSet;
  int64_t now;
};

static const Field bridgeStatusFields[] = {
    {"v", Form::version, true, 0, 0, nullptr, nullptr},
    {"online", Form::flag, true, 0, 0, nullptr, nullptr},
    {"ts", Form::time, true, 0, 0, nullptr, nullptr},
    {"since", Form::time, true, 0, 0, nullptr, nullptr},
    {"session", Form::id, true, 0, 0, nullptr, nullptr},
    {"clock", Form::words, false, 0, 0, "set unset|unset", nullptr},
    {"trouble", Form::words, false, 0, 0, "unheard|unheard", nullptr},
    {nullptr, Form::flag, false, 0, 0, nullptr, nullptr},
};

inline bool read(const char *payload, size_t size, BridgeStatus &status) {
  Value values[7];
  if (!readPayload(payload, size, bridgeStatusFields, values)) return false;
  status.isOnline = values[1].kind == 't';
  status.now = int64_t(numberOr(values[2], 0));
  status.isClockSet = !values[5].kind || place(values[5], "set") == 0;
  return true;
}

// d/<device>/dn/ack.
struct Ack {
  char re[37];
  char code[24];
  bool isOK;
};

static const Field whyFields[] = {
    {"word", Form::words, true, 0, 0, "other|other", nullptr},  {"name", Form::text, false, 1, 64, nullptr, nullptr},
    {"valve", Form::name, false, 1, 64, nullptr, nullptr},      {"by", Form::device, false, 1, 32, nullptr, nullptr},
    {"unit", Form::words, false, 0, 0, "s l|s", nullptr},       {"asked", Form::number, false, -1e9, 1e9, nullptr, nullptr},
    {"used", Form::number, false, -1e9, 1e9, nullptr, nullptr}, {"most", Form::number, false, -1e9, 1e9, nullptr, nullptr},
    {"until", Form::time, false, 0, 0, nullptr, nullptr},       {nullptr, Form::flag, false, 0, 0, nullptr, nullptr},
};
static const Field plantFields[] = {
    {"id", Form::name, true, 1, 64, nullptr, nullptr},
    {"lastDate", Form::time, true, 0, 0, nullptr, nullptr},
    {"nextDate", Form::time, true, 0, 0, nullptr, nullptr},
    {nullptr, Form::flag, false, 0, 0, nullptr, nullptr},
};
static const Field controlFields[] = {
    {"id", Form::name, true, 1, 80, nullptr, nullptr},
    {"rev", Form::whole, true, 0, 2147483647, nullptr, nullptr},
    {"min", Form::number, true, -1e9, 1e9, nullptr, nullptr},
    {"max", Form::number, true, -1e9, 1e9, nullptr, nullptr},
    {"step", Form::number, true, 1e-300, 1e300, nullptr, nullptr},
    {"value", Form::number, false, -1e9, 1e9, nullptr, nullptr},
    {"requested", Form::number, false, -1e9, 1e9, nullptr, nullptr},
    {nullptr, Form::flag, false, 0, 0, nullptr, nullptr},
};
static const char codes[] =
    "accepted duplicate already_done queued delivered bad_json too_large unsupported_version missing_field bad_id bad_time bad_value "
    "bad_unit "
    "out_of_range off_step conflict stale expired unknown_note unknown_action unknown_request unknown_control unknown_plant forbidden "
    "rate_limited refused busy cancelled not_reachable unknown_message|refused";
static const Field ackFields[] = {
    {"v", Form::version, true, 0, 0, nullptr, nullptr},
    {"ok", Form::flag, true, 0, 0, nullptr, nullptr},
    {"code", Form::words, true, 0, 0, codes, nullptr},
    {"ts", Form::time, true, 0, 0, nullptr, nullptr},
    {"re", Form::id, false, 0, 0, nullptr, nullptr},
    {"why", Form::object, false, 0, 0, nullptr, whyFields},
    {"message", Form::text, false, 1, 120, nullptr, nullptr},
    {"field", Form::text, false, 0, 200, nullptr, nullptr},
    {"by", Form::device, false, 1, 32, nullptr, nullptr},
    {"plant", Form::object, false, 0, 0, nullptr, plantFields},
    {"control", Form::object, false, 0, 0, nullptr, controlFields},
    {"activity", Form::id, false, 0, 0, nullptr, nullptr},
    {"reachability", Form::words, false, 0, 0, "notReachable backgroundOnly immediatelyReachable|notReachable", nullptr},
    {"left", Form::whole, false, 0, 2147483647, nullptr, nullptr},
    {"next", Form::whole, false, 0, 4194304, nullptr, nullptr},
    {nullptr, Form::flag, false, 0, 0, nullptr, nullptr},
};

inline bool read(const char *payload, size_t size, Ack &ack) {
  Value values[15], control[7];
  if (!readPayload(payload, size, ackFields, values)) return false;
  const int code = place(values[2], codes);
  ack.isOK = values[1].kind == 't';
  // The first five are the codes of success.
  if (code >= 0 && ack.isOK != (code < 5)) return false;
  if (values[10].kind && readObject(values[10], controlFields, control) && numberOr(control[2], 0) >= numberOr(control[3], 0)) return false;
  copyWord(values[2], codes, ack.code, sizeof ack.code);
  copy(values[4], ack.re, sizeof ack.re);
  return true;
}

// The time of a device without a clock: the bridge's, and its own uptime since then.
struct Clock {
  int64_t atStart = 0;

  // Of a bridge that is gone the status says when it came.
  void take(const BridgeStatus &status, uint32_t uptime) {
    if (status.isOnline) atStart = status.isClockSet ? status.now - uptime / 1000 : 0;
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
  bool isAnswered(const Ack &ack) {
    if (id[0] == '\0' || strcmp(ack.re, id) != 0) return false;
    sent = 4;
    id[0] = '\0';
    return true;
  }
};

}  // namespace loam
