/* The smallest broker that can outrun a client: accepts one connection, grants what it subscribes to, and streams
 * PUBLISH packets of one payload over a number of topics. So the real broker's cost is not what is measured.
 *
 *   flood PORT QOS WINDOW TOPICS TOPIC_PREFIX PAYLOAD_FILE
 *
 * Prints "port N" when it listens, "subscribed" and, after a pause, "ready"; then for each line on stdin, a number of
 * messages, it streams them and prints "done". In the payload the two characters "@@" become two digits that change with each message of a
 * topic. Speaks MQTT 3.1.1 and 5.0 (OASIS), as much as the clients measured here need. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static uint8_t in[1 << 20], out[1 << 17];
static size_t in_len, out_len;
static int fd, v5;
static long acked;

static void die(const char *what) {
  perror(what);
  exit(1);
}

static void flush_out(void) {
  size_t at = 0;
  while (at < out_len) {
    ssize_t n = write(fd, out + at, out_len - at);
    if (n > 0) {
      at += (size_t)n;
      continue;
    }
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
      struct pollfd p = {fd, POLLOUT, 0};
      poll(&p, 1, 1000);
      continue;
    }
    die("write");
  }
  out_len = 0;
}

static void put(const void *bytes, size_t n) {
  if (out_len + n > sizeof out) flush_out();
  memcpy(out + out_len, bytes, n);
  out_len += n;
}

static int subscribed;

static void packet(uint8_t head, const uint8_t *body, size_t n) {
  switch (head >> 4) {
    case 1: {
      v5 = body[6] == 5;
      uint8_t ack5[] = {0x20, 3, 0, 0, 0}, ack4[] = {0x20, 2, 0, 0};
      v5 ? put(ack5, 5) : put(ack4, 4);
      break;
    }
    case 8: {
      size_t at = 2;
      if (v5) at += 1 + body[2];
      int filters = 0;
      while (at + 2 < n) {
        at += 2 + (size_t)(body[at] << 8 | body[at + 1]) + 1;
        filters++;
      }
      uint8_t ack[8] = {0x90, (uint8_t)(2 + v5 + filters), body[0], body[1], 0};
      put(ack, (size_t)(4 + v5));
      for (int i = 0; i < filters; i++) {
        uint8_t granted = 1;
        put(&granted, 1);
      }
      subscribed = 1;
      break;
    }
    case 10: {
      uint8_t ack[5] = {0xb0, (uint8_t)(2 + (v5 ? 2 : 0)), body[0], body[1], 0};
      put(ack, v5 ? 5 : 4);
      if (v5) {
        uint8_t ok = 0;
        put(&ok, 1);
      }
      break;
    }
    case 3:
      if ((head >> 1 & 3) == 1) {
        size_t t = 2 + (size_t)(body[0] << 8 | body[1]);
        uint8_t ack[] = {0x40, 2, body[t], body[t + 1]};
        put(ack, 4);
      }
      break;
    case 4: acked++; break;
    case 12: {
      uint8_t pong[] = {0xd0, 0};
      put(pong, 2);
      break;
    }
    default: break;
  }
}

static void pump(int wait_ms) {
  struct pollfd p = {fd, POLLIN, 0};
  if (poll(&p, 1, wait_ms) <= 0) return;
  ssize_t n = read(fd, in + in_len, sizeof in - in_len);
  if (n == 0) exit(0);
  if (n < 0) {
    if (errno == EAGAIN || errno == EINTR) return;
    die("read");
  }
  in_len += (size_t)n;
  size_t at = 0;
  for (;;) {
    size_t length = 0, k = 1;
    int shift = 0, whole = 0;
    while (at + k < in_len && k < 5) {
      length |= (size_t)(in[at + k] & 127) << shift;
      shift += 7;
      if (!(in[at + k++] & 128)) {
        whole = 1;
        break;
      }
    }
    if (!whole || at + k + length > in_len) break;
    packet(in[at], in + at + k, length);
    at += k + length;
  }
  memmove(in, in + at, in_len - at);
  in_len -= at;
  if (out_len) flush_out();
}

/* What to stream. */
static int qos, topics;
static long window;
static const char *prefix;
static char payload[65536], *vary;
static size_t payload_len;

/* Message number `i`. */
static void publish(long i) {
  char topic[256];
  int t = snprintf(topic, sizeof topic, "%s%ld", prefix, i % topics);
  if (vary) {
    long digits = (i / topics) % 100;
    vary[0] = (char)('0' + digits / 10);
    vary[1] = (char)('0' + digits % 10);
  }
  size_t length = 2 + (size_t)t + (qos ? 2 : 0) + (v5 ? 1 : 0) + payload_len;
  uint8_t head[5] = {(uint8_t)(0x30 | qos << 1)};
  size_t h = 1, rest = length;
  do {
    head[h++] = (uint8_t)(rest % 128 | (rest > 127 ? 128 : 0));
    rest /= 128;
  } while (rest);
  put(head, h);
  uint8_t name[2] = {(uint8_t)(t >> 8), (uint8_t)t};
  put(name, 2);
  put(topic, (size_t)t);
  if (qos) {
    uint16_t m = (uint16_t)(i % 65535 + 1);
    uint8_t mid[2] = {(uint8_t)(m >> 8), (uint8_t)m};
    put(mid, 2);
  }
  if (v5) {
    uint8_t none = 0;
    put(&none, 1);
  }
  put(payload, payload_len);
}

static void stream(long count) {
  static long next;
  acked = 0;
  for (long i = 0; i < count; i++) {
    if (qos)
      while (i - acked >= window) {
        flush_out();
        pump(100);
      }
    publish(next++);
    if (i % 64 == 63) pump(0);
  }
  flush_out();
  while (qos && acked < count) pump(100);
}

/* The next order, while the connection is served. */
static long order(void) {
  struct pollfd both[2] = {{0, POLLIN, 0}, {fd, POLLIN, 0}};
  for (;;) {
    poll(both, 2, 1000);
    if (both[1].revents) pump(0);
    if (!both[0].revents) continue;
    char line[32];
    ssize_t n = read(0, line, sizeof line - 1);
    if (n <= 0) exit(0);
    line[n] = 0;
    return atol(line);
  }
}

int main(int argc, char **argv) {
  if (argc != 7) {
    fprintf(stderr, "flood PORT QOS WINDOW TOPICS TOPIC_PREFIX PAYLOAD_FILE\n");
    return 64;
  }
  qos = atoi(argv[2]);
  window = atol(argv[3]);
  topics = atoi(argv[4]);
  prefix = argv[5];
  FILE *f = fopen(argv[6], "rb");
  if (!f) die(argv[6]);
  payload_len = fread(payload, 1, sizeof payload, f);
  fclose(f);
  vary = memmem(payload, payload_len, "@@", 2);

  int listener = socket(AF_INET, SOCK_STREAM, 0), one = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[1]))};
  a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof a;
  if (bind(listener, (void *)&a, size) || listen(listener, 1) || getsockname(listener, (void *)&a, &size)) die("listen");
  printf("port %d\n", ntohs(a.sin_port));
  fflush(stdout);
  fd = accept(listener, 0, 0);
  if (fd < 0) die("accept");
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  fcntl(fd, F_SETFL, O_NONBLOCK);
  while (!subscribed) pump(100);
  printf("subscribed\n");
  fflush(stdout);
  for (int i = 0; i < 10; i++) pump(100);
  printf("ready\n");
  fflush(stdout);
  for (;;) {
    stream(order());
    printf("done\n");
    fflush(stdout);
  }
}
