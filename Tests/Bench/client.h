/* What the C programs measured here share: a libmosquitto client with the bridge's own options, and the turn of a loop. */
#pragma once
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

/* MQTT 5 and no Nagle delay, as in `loam run`. */
static inline struct mosquitto *client(const char *name, void *object) {
  struct mosquitto *m = mosquitto_new(name, true, object);
  mosquitto_int_option(m, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
  mosquitto_int_option(m, MOSQ_OPT_TCP_NODELAY, 1);
  mosquitto_threaded_set(m, true);
  return m;
}

/* Reads until nothing waits, then writes what that made. `false`: the link broke. */
static inline bool serve(struct mosquitto *m, short happened) {
  if (happened & (POLLIN | POLLHUP | POLLERR)) {
    int waiting = 0, before;
    ioctl(mosquitto_socket(m), FIONREAD, &waiting);
    do {
      before = waiting;
      if (mosquitto_loop_read(m, 1) != MOSQ_ERR_SUCCESS) return false;
      ioctl(mosquitto_socket(m), FIONREAD, &waiting);
    } while (waiting > 0 && before > 0);
  }
  mosquitto_loop_write(m, 1);
  mosquitto_loop_misc(m);
  return mosquitto_socket(m) >= 0;
}

static inline struct pollfd awaited(struct mosquitto *m) {
  return (struct pollfd){mosquitto_socket(m), (short)(POLLIN | (mosquitto_want_write(m) ? POLLOUT : 0)), 0};
}

/* Waits for one client and serves it. */
static inline bool turn(struct mosquitto *m, int wait_ms) {
  struct pollfd p = awaited(m);
  if (p.fd < 0) return false;
  poll(&p, 1, wait_ms);
  return serve(m, p.revents);
}

static inline double microseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

__attribute__((noreturn, format(printf, 1, 2))) static inline void give_up(const char *form, ...) {
  va_list list;
  va_start(list, form);
  vfprintf(stderr, form, list);
  va_end(list);
  fputc('\n', stderr);
  exit(1);
}
