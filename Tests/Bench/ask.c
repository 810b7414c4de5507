/* Round trips of questions, in turn to the bridge and to the echo (drain.c), each device over its own account and connection.
 *
 *   ask PORT IDENTIFIER DEVICES ROUNDS    devices are d0, d1, ...; each asks ROUNDS times both, after one pair that does not count
 *
 * Prints a line for each pair: microseconds to the bridge's answer, to the echo's. A question is over when its answer is there and the
 * broker has acknowledged it, so nothing of one falls into the next. Exits 1 at a refusal or without an answer after 10 s. */
#include "client.h"

struct device {
  struct mosquitto *link;
  char name[16], id[37];
  bool is_granted, is_acknowledged, is_answered;
  double answered;
};

static const char *identifier;

static void on_connect(struct mosquitto *m, void *o, int rc) {
  struct device *d = o;
  if (rc != 0) give_up("%s: refused by the broker with %d", d->name, rc);
  char own[64], echo[64];
  snprintf(own, sizeof own, "plants/v1/d/%s/dn/#", d->name);
  snprintf(echo, sizeof echo, "mirror/v1/d/%s/dn/#", d->name);
  char *both[] = {own, echo};
  mosquitto_subscribe_multiple(m, NULL, 2, both, 1, 0, NULL);
}
static void on_subscribe(struct mosquitto *m, void *o, int id, int count, const int *granted) {
  (void)m, (void)id, (void)count, (void)granted;
  ((struct device *)o)->is_granted = true;
}
static void on_publish(struct mosquitto *m, void *o, int id) {
  (void)m, (void)id;
  ((struct device *)o)->is_acknowledged = true;
}
static void on_message(struct mosquitto *m, void *o, const struct mosquitto_message *message) {
  (void)m;
  struct device *d = o;
  double now = microseconds();
  if (strstr(message->topic, "/dn/ack")) give_up("%s: refused: %.*s", d->name, message->payloadlen, (char *)message->payload);
  if (!strstr(message->topic, "/dn/reply")) return;
  if (!memmem(message->payload, (size_t)message->payloadlen, d->id, 36)) give_up("%s: the answer to another question", d->name);
  d->answered = now;
  d->is_answered = true;
}

static void connect_all(struct device *devices, int count, int port) {
  for (int i = 0; i < count; i++) {
    struct device *d = &devices[i];
    snprintf(d->name, sizeof d->name, "d%d", i);
    d->link = client(d->name, d);
    mosquitto_username_pw_set(d->link, d->name, NULL);
    mosquitto_connect_callback_set(d->link, on_connect);
    mosquitto_subscribe_callback_set(d->link, on_subscribe);
    mosquitto_publish_callback_set(d->link, on_publish);
    mosquitto_message_callback_set(d->link, on_message);
    if (mosquitto_connect(d->link, "127.0.0.1", port, 600) != MOSQ_ERR_SUCCESS) give_up("%s: no broker", d->name);
    while (!d->is_granted)
      if (!turn(d->link, 1000)) give_up("%s: the broker hung up", d->name);
  }
}

static double ask(struct device *d, const char *base) {
  static unsigned long asked;
  char topic[64], question[256];
  snprintf(d->id, sizeof d->id, "0197f0b6-2222-7333-8444-%012lx", ++asked);
  int bytes = snprintf(question, sizeof question,
                       "{\"v\":1,\"id\":\"%s\",\"kind\":\"interactive\",\"identifier\":\"%s\",\"content\":{},\"ts\":%ld}", d->id,
                       identifier, (long)time(NULL));
  snprintf(topic, sizeof topic, "%s/v1/d/%s/up/msg", base, d->name);
  d->is_acknowledged = d->is_answered = false;
  double begun = microseconds();
  if (mosquitto_publish(d->link, NULL, topic, bytes, question, 1, false) != MOSQ_ERR_SUCCESS) give_up("%s: cannot ask", d->name);
  while (!d->is_acknowledged || !d->is_answered) {
    if (!turn(d->link, 1000)) give_up("%s: the broker hung up", d->name);
    if (microseconds() - begun > 10e6) give_up("%s: an answer was lost on %s", d->name, topic);
  }
  return d->answered - begun;
}

int main(int argc, char **argv) {
  if (argc != 5) {
    fprintf(stderr, "ask PORT IDENTIFIER DEVICES ROUNDS\n");
    return 64;
  }
  identifier = argv[2];
  int count = atoi(argv[3]), rounds = atoi(argv[4]);
  struct device *devices = calloc((size_t)count, sizeof *devices);
  mosquitto_lib_init();
  connect_all(devices, count, atoi(argv[1]));
  for (int round = 0; round <= rounds; round++)
    for (int i = 0; i < count; i++) {
      bool is_first = (round + i) % 2;
      double bridge = is_first ? ask(&devices[i], "plants") : 0;
      double echo = ask(&devices[i], "mirror");
      if (!is_first) bridge = ask(&devices[i], "plants");
      if (round) printf("%.1f %.1f\n", bridge, echo);
    }
  return 0;
}
