// Preloaded into the bridge by day_machine.py: a machine whose time stands still until a test moves it.
//
// CLOCK names a file of five little-endian 64-bit numbers: milliseconds of the wall clock, milliseconds since boot, how often the
// main thread has gone to sleep, the time since boot at which it last found that it may sleep on (-1: it is awake), and how often it
// has looked in its sleep and found nothing to read, and nothing unsent. The test writes the first two.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *page;

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("CLOCK");
  int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (fd < 0) abort();
  page = mmap(NULL, 40, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
  if (!page || (clock != CLOCK_REALTIME && clock != CLOCK_BOOTTIME)) return real(clock, time);
  int64_t ms = clock == CLOCK_REALTIME ? page[0] : page[1];
  time->tv_sec = ms / 1000;
  time->tv_nsec = ms % 1000 * 1000000;
  return 0;
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  now->tv_sec = time.tv_sec;
  now->tv_usec = time.tv_nsec / 1000;
  return 0;
}

// What the kernel still holds back for want of an acknowledgement has been said by nobody yet.
static int is_sent(const struct pollfd *entries, nfds_t count) {
  for (nfds_t i = 0; i < count; i++) {
    int unsent = 0;
    if (ioctl(entries[i].fd, SIOCOUTQNSD, &unsent) == 0 && unsent > 0) return 0;
  }
  return 1;
}

// A wait ends when its descriptors are ready, or when the test has moved the time far enough.
int poll(struct pollfd *entries, nfds_t count, int timeout) {
  static int (*real)(struct pollfd *, nfds_t, int);
  if (!real) real = dlsym(RTLD_NEXT, "poll");
  int ready = real(entries, count, 0);
  if (ready != 0 || timeout == 0 || !page) return ready;
  int64_t began = page[1];
  int is_main = gettid() == getpid();
  if (is_main) {
    page[2]++;
    __atomic_store_n(&page[3], began, __ATOMIC_SEQ_CST);
  }
  for (;;) {
    int64_t now = page[1];
    ready = real(entries, count, 1);
    if (ready != 0 || (timeout >= 0 && now - began >= timeout)) break;
    if (!is_main) continue;
    __atomic_store_n(&page[3], now, __ATOMIC_SEQ_CST);
    if (is_sent(entries, count)) __atomic_add_fetch(&page[4], 1, __ATOMIC_SEQ_CST);
  }
  if (is_main) __atomic_store_n(&page[3], -1, __ATOMIC_SEQ_CST);
  return ready;
}
