/* The floor: a libmosquitto client that drains the socket as the bridge does and does nothing with what comes.
 *
 *   drain PORT FILTER          subscribes at QoS 1, counts, prints nothing until it is stopped
 *   drain PORT FILTER BYTES    also answers: what comes on .../up/msg goes out on .../dn/reply, cut or filled with spaces to so many bytes
 */
#include "client.h"
#include <signal.h>

static unsigned long messages;
static volatile sig_atomic_t stopping;
static const char *filter;
static int answer_bytes;

static void on_connect(struct mosquitto *m, void *o, int rc) {
  (void)o;
  if (rc == 0) mosquitto_subscribe(m, NULL, filter, 1);
}
static void on_subscribe(struct mosquitto *m, void *o, int id, int count, const int *granted) {
  (void)m, (void)o, (void)id, (void)count, (void)granted;
  if (!answer_bytes) return;
  printf("ready\n");
  fflush(stdout);
}
static void answer(struct mosquitto *m, const struct mosquitto_message *message) {
  static char payload[65536], topic[256];
  size_t taken = (size_t)(message->payloadlen < answer_bytes ? message->payloadlen : answer_bytes);
  memcpy(payload, message->payload, taken);
  memset(payload + taken, ' ', (size_t)answer_bytes - taken);
  const char *up = strstr(message->topic, "/up/msg");
  if (!up) return;
  snprintf(topic, sizeof topic, "%.*s/dn/reply", (int)(up - message->topic), message->topic);
  mosquitto_publish(m, NULL, topic, answer_bytes, payload, 1, false);
}
static void on_message(struct mosquitto *m, void *o, const struct mosquitto_message *message) {
  (void)o;
  messages++;
  if (answer_bytes) answer(m, message);
}
static void stop(int s) {
  (void)s;
  stopping = 1;
}

int main(int argc, char **argv) {
  if (argc != 3 && argc != 4) {
    fprintf(stderr, "drain PORT FILTER [BYTES]\n");
    return 64;
  }
  filter = argv[2];
  answer_bytes = argc == 4 ? atoi(argv[3]) : 0;
  if (answer_bytes < 0 || answer_bytes > 65536) return 64;
  signal(SIGTERM, stop);
  mosquitto_lib_init();
  struct mosquitto *m = client("floor", NULL);
  mosquitto_connect_callback_set(m, on_connect);
  mosquitto_subscribe_callback_set(m, on_subscribe);
  mosquitto_message_callback_set(m, on_message);
  if (mosquitto_connect(m, "127.0.0.1", atoi(argv[1]), 60) != MOSQ_ERR_SUCCESS) return 1;
  while (!stopping)
    if (!turn(m, 1000)) return 1;
  printf("messages %lu\n", messages);
  return 0;
}
