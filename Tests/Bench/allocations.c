/* Counts the heap allocations of the program it is preloaded into, in a file that the bench reads meanwhile.
 *
 *   ALLOCATIONS=FILE LD_PRELOAD=allocations.so PROGRAM …
 *
 * The file holds two counters of 64 bits: allocations asked for by libmosquitto's code, and all others. */
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static uint64_t spare[2];
static uint64_t *counters = spare;
static uintptr_t start, end;

static int find(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  if (!strstr(info->dlpi_name, "libmosquitto")) return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    if (p->p_type != PT_LOAD || !(p->p_flags & PF_X)) continue;
    start = info->dlpi_addr + p->p_vaddr;
    end = start + p->p_memsz;
  }
  return 1;
}

__attribute__((constructor)) static void begin(void) {
  dl_iterate_phdr(find, 0);
  const char *path = getenv("ALLOCATIONS");
  int fd = path ? open(path, O_RDWR) : -1;
  if (fd < 0) return;
  void *page = mmap(0, sizeof spare, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (page != MAP_FAILED) counters = page;
  close(fd);
}

#define COUNT()                                                                             \
  do {                                                                                      \
    uintptr_t caller = (uintptr_t)__builtin_return_address(0);                              \
    __atomic_fetch_add(&counters[!(caller >= start && caller < end)], 1, __ATOMIC_RELAXED); \
  } while (0)

void *malloc(size_t n) {
  COUNT();
  return __libc_malloc(n);
}
void *calloc(size_t n, size_t size) {
  COUNT();
  return __libc_calloc(n, size);
}
void *realloc(void *p, size_t n) {
  COUNT();
  return __libc_realloc(p, n);
}
void *memalign(size_t alignment, size_t n) {
  COUNT();
  return __libc_memalign(alignment, n);
}
void *aligned_alloc(size_t alignment, size_t n) {
  COUNT();
  return __libc_memalign(alignment, n);
}
int posix_memalign(void **p, size_t alignment, size_t n) {
  COUNT();
  *p = __libc_memalign(alignment, n);
  return *p ? 0 : 12;
}
