/* The floor: a libmosquitto client that drains the socket as the bridge does and does nothing with what comes.
 *
 *   drain PORT FILTER     subscribes at QoS 1, counts, prints nothing until it is stopped */
#include <mosquitto.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>

static unsigned long messages;
static volatile sig_atomic_t stopping;
static const char *filter;

static void on_connect(struct mosquitto *m, void *o, int rc) {
  (void)o;
  if (rc == 0) mosquitto_subscribe(m, NULL, filter, 1);
}
static void on_message(struct mosquitto *m, void *o, const struct mosquitto_message *message) {
  (void)m, (void)o, (void)message;
  messages++;
}
static void stop(int s) {
  (void)s;
  stopping = 1;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "drain PORT FILTER\n");
    return 64;
  }
  filter = argv[2];
  signal(SIGTERM, stop);
  mosquitto_lib_init();
  struct mosquitto *m = mosquitto_new("floor", true, NULL);
  mosquitto_int_option(m, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
  mosquitto_int_option(m, MOSQ_OPT_TCP_NODELAY, 1);
  mosquitto_threaded_set(m, true);
  mosquitto_connect_callback_set(m, on_connect);
  mosquitto_message_callback_set(m, on_message);
  if (mosquitto_connect(m, "127.0.0.1", atoi(argv[1]), 60) != MOSQ_ERR_SUCCESS) return 1;
  while (!stopping) {
    struct pollfd p = {mosquitto_socket(m), (short)(POLLIN | (mosquitto_want_write(m) ? POLLOUT : 0)), 0};
    if (p.fd < 0) return 1;
    poll(&p, 1, 1000);
    if (p.revents & POLLIN) {
      int waiting = 0, before;
      ioctl(p.fd, FIONREAD, &waiting);
      do {
        before = waiting;
        if (mosquitto_loop_read(m, 1) != MOSQ_ERR_SUCCESS) return 1;
        ioctl(p.fd, FIONREAD, &waiting);
      } while (waiting > 0 && before > 0);
    }
    mosquitto_loop_write(m, 1);
    mosquitto_loop_misc(m);
  }
  printf("messages %lu\n", messages);
  return 0;
}
