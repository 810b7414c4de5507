// What reader.ino uses of Arduino's core, on a computer: a line on standard input is a press of the button, its end the end.
#pragma once

#include <poll.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LOW, HIGH, INPUT_PULLUP };
static bool hasEnded = false;

inline uint32_t millis() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return uint32_t(now.tv_sec * 1000 + now.tv_nsec / 1000000);
}
inline uint32_t esp_random() {
  uint32_t word = 0;
  return getentropy(&word, sizeof word) == 0 ? word : 0;
}
inline void pinMode(int, int) {}

inline int digitalRead(int) {
  pollfd input = {0, POLLIN, 0};
  if (poll(&input, 1, 0) <= 0) return HIGH;
  char line[64];
  hasEnded = read(0, line, sizeof line) <= 0;
  return hasEnded ? HIGH : LOW;
}

static struct {
  void begin(int) {}
  void println(const char *text) { printf("%s\n", text); }
  __attribute__((format(printf, 2, 3))) void printf(const char *format, ...) {
    va_list values;
    va_start(values, format);
    vprintf(format, values);
    va_end(values);
  }
} Serial;
