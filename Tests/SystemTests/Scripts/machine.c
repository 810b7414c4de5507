// Preloaded into the bridge by faults.py: other clocks, another boot, and what a power cut leaves of a file.
//
// MACHINE names a folder with
//   clock    two little-endian 64-bit numbers, milliseconds added to the wall clock and to the time since boot
//   boot     what stands in /proc/sys/kernel/random/boot_id
//   durable  a folder: of each file in a folder "store", the bytes at its last fsync; removed when the folder was synced
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *offsets;
static int (*real_open)(const char *, int, ...);

static const char *at(const char *name, char *path, size_t size) {
  snprintf(path, size, "%s/%s", getenv("MACHINE"), name);
  return path;
}

__attribute__((constructor)) static void start(void) {
  real_open = dlsym(RTLD_NEXT, "open");
  char path[512];
  int fd = real_open(at("clock", path, sizeof path), O_RDONLY | O_CLOEXEC);
  if (fd < 0) abort();
  offsets = mmap(NULL, 16, PROT_READ, MAP_SHARED, fd, 0);
  close(fd);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, time);
  if (result != 0 || !offsets) return result;
  int64_t shift = clock == CLOCK_REALTIME ? offsets[0] : clock == CLOCK_BOOTTIME ? offsets[1] : 0;
  int64_t ms = time->tv_nsec / 1000000 + shift % 1000;
  int64_t carry = ms < 0 ? -1 : ms / 1000;
  time->tv_sec += shift / 1000 + carry;
  time->tv_nsec = (ms - carry * 1000) * 1000000 + time->tv_nsec % 1000000;
  return result;
}

// A kernel wakes who waits for a clock that is set (TFD_TIMER_CANCEL_ON_SET). It does not know of these.
int poll(struct pollfd *entries, nfds_t count, int timeout) {
  static int (*real)(struct pollfd *, nfds_t, int);
  if (!real) real = dlsym(RTLD_NEXT, "poll");
  if (!offsets || gettid() != getpid()) return real(entries, count, timeout);
  static int64_t seen[2];
  for (int left = timeout;; left -= 20) {
    if (offsets[0] != seen[0] || offsets[1] != seen[1]) {
      seen[0] = offsets[0];
      seen[1] = offsets[1];
      return real(entries, count, 0);
    }
    int ready = real(entries, count, timeout >= 0 && left < 20 ? left : 20);
    if (ready != 0 || (timeout >= 0 && left <= 20)) return ready;
  }
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}

static int opened(const char *path, int flags, mode_t mode) {
  char other[512];
  if (!real_open) real_open = dlsym(RTLD_NEXT, "open");
  if (strcmp(path, "/proc/sys/kernel/random/boot_id") == 0) path = at("boot", other, sizeof other);
  return real_open(path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return opened(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return opened(path, flags, mode);
}

// A synced folder: what was removed from it stays removed.
static void drop(const char *store) {
  char folder[512], copy[2048], file[2048];
  DIR *kept = opendir(at("durable", folder, sizeof folder));
  for (struct dirent *entry; kept && (entry = readdir(kept));) {
    snprintf(file, sizeof file, "%s/%s", store, entry->d_name);
    snprintf(copy, sizeof copy, "%s/%s", folder, entry->d_name);
    if (entry->d_name[0] != '.' && access(file, F_OK) != 0) unlink(copy);
  }
  if (kept) closedir(kept);
}

static void keep(int fd) {
  char link[64], path[1024], copy[2048], last[2048], folder[512];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return;
  path[length] = 0;
  if (length > 6 && strcmp(path + length - 6, "/store") == 0) return drop(path);
  const char *name = strstr(path, "/store/");
  if (!name || strchr(name + 7, '/')) return;
  snprintf(copy, sizeof copy, "%s/%s.new", at("durable", folder, sizeof folder), name + 7);
  int out = real_open(copy, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  int in = real_open(path, O_RDONLY | O_CLOEXEC);
  char bytes[65536];
  ssize_t count;
  while (in >= 0 && out >= 0 && (count = read(in, bytes, sizeof bytes)) > 0)
    if (write(out, bytes, count) != count) break;
  close(in);
  close(out);
  snprintf(last, sizeof last, "%s/%s", folder, name + 7);
  rename(copy, last);
}

int fsync(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fsync");
  int result = real(fd);
  if (result == 0) keep(fd);
  return result;
}

int fdatasync(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
  int result = real(fd);
  if (result == 0) keep(fd);
  return result;
}
