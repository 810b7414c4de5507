/* Many devices at once, as the contract wants them: each with a connection, a last will, `hello`, `presence` and its own subscriptions, and
 * an ack for each notification and withdrawal.
 *
 *   crowd PORT DEVICES    devices are d0, d1, ...; an even one is a phone, an odd one a watch
 *
 * Prints "ready" when all are subscribed and have said hello; then, for each line on stdin, what all of them have had so far:
 * notifications, withdrawals, other messages. Each device repeats its presence every EVERY seconds, one after the other. */
#include "client.h"

#define EVERY 300

struct device {
  struct mosquitto *link;
  char name[16], session[37];
  bool is_granted;
};

static unsigned long notifications, withdrawals, others;

static void send_up(struct device *d, const char *what, bool retain, const char *payload) {
  char topic[64];
  snprintf(topic, sizeof topic, "plants/v1/d/%s/up/%s", d->name, what);
  if (mosquitto_publish(d->link, NULL, topic, (int)strlen(payload), payload, 1, retain)) give_up("%s: cannot send %s", d->name, what);
}

static const char *presence(const struct device *d, bool is_online) {
  static char payload[256];
  snprintf(payload, sizeof payload, "{\"v\":1,\"online\":%s,\"foreground\":false,\"session\":\"%s\",\"every_s\":%d,\"ts\":%ld}",
           is_online ? "true" : "false", d->session, EVERY, (long)time(NULL));
  return payload;
}

static void on_connect(struct mosquitto *m, void *o, int rc) {
  struct device *d = o;
  if (rc != 0) give_up("%s: refused by the broker with %d", d->name, rc);
  char own[64];
  snprintf(own, sizeof own, "plants/v1/d/%s/dn/#", d->name);
  char *all[] = {own, "plants/v1/state/#", "plants/v1/bridge/#"};
  mosquitto_subscribe_multiple(m, NULL, 3, all, 1, 0, NULL);
}

static void on_subscribe(struct mosquitto *m, void *o, int id, int count, const int *granted) {
  (void)m, (void)id, (void)count, (void)granted;
  struct device *d = o;
  char hello[256];
  snprintf(hello, sizeof hello,
           "{\"v\":1,\"device\":\"%s\",\"kind\":\"%s\",\"protocol\":1,\"mqtt\":5,\"locale\":\"en-GB\",\"max_packet\":16384,"
           "\"caps\":[\"notify\",\"actions\",\"slider\",\"activity\"],\"actions_max\":4,\"ts\":%ld}",
           d->name, atoi(d->name + 1) % 2 ? "watch" : "phone", (long)time(NULL));
  send_up(d, "hello", true, hello);
  send_up(d, "presence", true, presence(d, true));
  d->is_granted = true;
}

/* The id of a withdrawal is its own; that of a notification is in its `note`. */
static void acknowledge(struct device *d, const struct mosquitto_message *message, const char *part) {
  const char *end = (char *)message->payload + message->payloadlen;
  const char *at = memmem(message->payload, (size_t)message->payloadlen, part, strlen(part));
  if (at) at = memmem(at, (size_t)(end - at), "\"id\":\"", 6);
  if (!at || end - at < 42) give_up("%s: no id in %.*s", d->name, message->payloadlen, (char *)message->payload);
  char ack[160];
  snprintf(ack, sizeof ack, "{\"v\":1,\"re\":\"%.36s\",\"ok\":true,\"code\":\"accepted\",\"ts\":%ld}", at + 6, (long)time(NULL));
  send_up(d, "ack", false, ack);
}

static void on_message(struct mosquitto *m, void *o, const struct mosquitto_message *message) {
  (void)m;
  if (strstr(message->topic, "/dn/notify")) {
    notifications++;
    acknowledge(o, message, "\"note\":{");
  } else if (strstr(message->topic, "/dn/withdraw")) {
    withdrawals++;
    acknowledge(o, message, "{");
  } else {
    others++;
  }
}

static void join(struct device *d, int number, int port) {
  snprintf(d->name, sizeof d->name, "d%d", number);
  snprintf(d->session, sizeof d->session, "0197f0ab-1111-7222-8333-%012x", number);
  d->link = client(d->name, d);
  mosquitto_username_pw_set(d->link, d->name, NULL);
  mosquitto_connect_callback_set(d->link, on_connect);
  mosquitto_subscribe_callback_set(d->link, on_subscribe);
  mosquitto_message_callback_set(d->link, on_message);
  char topic[64];
  snprintf(topic, sizeof topic, "plants/v1/d/%s/up/presence", d->name);
  const char *will = presence(d, false);
  mosquitto_will_set(d->link, topic, (int)strlen(will), will, 1, true);
  if (mosquitto_connect(d->link, "127.0.0.1", port, 60) != MOSQ_ERR_SUCCESS) give_up("%s: no broker", d->name);
  while (!d->is_granted)
    if (!turn(d->link, 1000)) give_up("%s: the broker hung up", d->name);
}

/* `false`: the bench is over. */
static bool told(void) {
  char line[8];
  if (!fgets(line, sizeof line, stdin)) return false;
  printf("%lu %lu %lu\n", notifications, withdrawals, others);
  fflush(stdout);
  return true;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "crowd PORT DEVICES\n");
    return 64;
  }
  int count = atoi(argv[2]), next = 0;
  struct device *devices = calloc((size_t)count, sizeof *devices);
  struct pollfd *polled = calloc((size_t)count + 1, sizeof *polled);
  mosquitto_lib_init();
  for (int i = 0; i < count; i++) join(&devices[i], i, atoi(argv[1]));
  printf("ready\n");
  fflush(stdout);
  double pace = EVERY * 1e6 / count, due = microseconds() + pace, misc = 0;
  for (;;) {
    for (int i = 0; i < count; i++) polled[i] = awaited(devices[i].link);
    polled[count] = (struct pollfd){0, POLLIN, 0};
    poll(polled, (nfds_t)count + 1, 500);
    bool is_round = microseconds() > misc;
    if (is_round) misc = microseconds() + 1e6;
    for (int i = 0; i < count; i++)
      if ((polled[i].revents || is_round) && !serve(devices[i].link, polled[i].revents)) give_up("%s: the broker hung up", devices[i].name);
    if (microseconds() > due) {
      send_up(&devices[next], "presence", true, presence(&devices[next], true));
      next = (next + 1) % count;
      due += pace;
    }
    if (polled[count].revents && !told()) return 0;
  }
}
