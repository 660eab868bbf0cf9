// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a drive really lose, and what when its n-th allocation fails?
//
// Linked with -Wl,--wrap=... in front of the sanitizer's allocator.  Every
// drive runs in a process of its own, once with all allocations succeeding,
// then once for each n with the n-th one failing.  Memory is judged by
// LeakSanitizer; streams, directories and descriptors by the table below,
// because libc keeps every open stream reachable.  Output is read by truth.py.

#define _GNU_SOURCE
#include <dirent.h>
#include <execinfo.h>
#include <fcntl.h>
#include <sanitizer/lsan_interface.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct drive {
  const char *name;
  void (*run)(void);
};
static struct drive drives[1000];
static int drive_count;
void truth_drive(const char *name, void (*run)(void)) {
  drives[drive_count].name = name;
  drives[drive_count++].run = run;
}

static long *calls; // shared with the parent: acquisitions so far
static long fail_at;
static int recording;
static int
    check_exits; // also judge what is live when the drive ends the process

// Nothing fails and nothing is counted outside a drive.
static int fails(void) { return recording && ++*calls == fail_at; }
int truth_new_fails(void) { return fails(); }

// Open resources.  Keys are complemented so that this table keeps nothing
// alive.
struct resource {
  uintptr_t key;
  int open;
  int depth;
  void *stack[24];
};
static struct resource resources[256];
static int resource_count;

static uintptr_t of_pointer(void *p) { return ~(uintptr_t)p; }
static uintptr_t of_descriptor(int fd) { return ~(uintptr_t)fd; }

static void print_stack(const char *what, void **stack, int depth) {
  fprintf(stderr, "@@ %s", what);
  for (int i = 0; i < depth; i++)
    fprintf(stderr, " %#lx", (unsigned long)stack[i] - 1);
  fprintf(stderr, "\n");
}

// A wrong release: told where, and the run is over.
static void fault(const char *what) {
  void *stack[24];
  print_stack(what, stack, backtrace(stack, 24));
  recording = 0;
  _exit(0);
}

static struct resource *find(uintptr_t key) {
  for (int i = resource_count - 1; i >= 0; i--)
    if (resources[i].key == key)
      return &resources[i];
  return NULL;
}

static void acquire(uintptr_t key) {
  if (!recording || resource_count == 256)
    return;
  struct resource *r = find(key);
  if (!r)
    r = &resources[resource_count++];
  r->key = key;
  r->open = 1;
  r->depth = backtrace(r->stack, 24);
}

static void release(uintptr_t key) {
  struct resource *r = recording ? find(key) : NULL;
  if (r && !r->open) {
    fault("double-free");
  }
  if (r)
    r->open = 0;
}

static void finish(void) {
  recording = 0;
  for (int i = 0; i < resource_count; i++)
    if (resources[i].open)
      print_stack("resource-leak", resources[i].stack, resources[i].depth);
  __lsan_do_recoverable_leak_check();
  _exit(0);
}

// The drive ended the process instead of returning.
static void ended(void) {
  if (!recording)
    return;
  if (!check_exits) {
    recording = 0;
    fprintf(stderr, "@@ ended\n");
    _exit(0);
  }
  finish();
}

#define WRAP(result, name, ...)                                                \
  result __real_##name(__VA_ARGS__);                                           \
  result __wrap_##name(__VA_ARGS__)

WRAP(void, exit, int status) {
  ended();
  __real_exit(status);
}
WRAP(void, _exit, int status) {
  ended();
  __real__exit(status);
}
WRAP(void, abort, void) {
  ended();
  __real_abort();
}
WRAP(void, __assert_fail, const char *a, const char *f, unsigned l,
     const char *n) {
  ended();
  __real___assert_fail(a, f, l, n);
}

#define FAILING(name, parameters, arguments)                                   \
  WRAP(void *, name, parameters) {                                             \
    return fails() ? NULL : __real_##name arguments;                           \
  }
#define LIST(...) __VA_ARGS__
FAILING(malloc, LIST(size_t n), (n))
FAILING(calloc, LIST(size_t n, size_t m), (n, m))
FAILING(realloc, LIST(void *p, size_t n), (p, n))
FAILING(reallocarray, LIST(void *p, size_t n, size_t m), (p, n, m))
FAILING(aligned_alloc, LIST(size_t a, size_t n), (a, n))
FAILING(strdup, LIST(const char *s), (s))
FAILING(strndup, LIST(const char *s, size_t n), (s, n))
FAILING(realpath, LIST(const char *s, char *p), (s, p))
FAILING(getcwd, LIST(char *p, size_t n), (p, n))

WRAP(int, posix_memalign, void **p, size_t a, size_t n) {
  return fails() ? 12 : __real_posix_memalign(p, a, n);
}
WRAP(int, vasprintf, char **p, const char *format, va_list list) {
  return fails() ? -1 : __real_vasprintf(p, format, list);
}
int __wrap_asprintf(char **p, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = fails() ? -1 : __real_vasprintf(p, format, list);
  va_end(list);
  return n;
}
WRAP(int, scandir, const char *d, struct dirent ***p, void *f, void *c) {
  return fails() ? -1 : __real_scandir(d, p, f, c);
}

WRAP(void, free, void *p) {
  struct resource *r = recording ? find(of_pointer(p)) : NULL;
  if (p && r && r->open) {
    fault("mismatched-free");
  }
  __real_free(p);
}

#define OPENING(type, name, parameters, arguments)                             \
  WRAP(type *, name, parameters) {                                             \
    type *p = fails() ? NULL : __real_##name arguments;                        \
    if (p)                                                                     \
      acquire(of_pointer(p));                                                  \
    return p;                                                                  \
  }
OPENING(FILE, fopen, LIST(const char *n, const char *m), (n, m))
OPENING(FILE, tmpfile, LIST(void), ())
OPENING(FILE, popen, LIST(const char *n, const char *m), (n, m))
OPENING(FILE, open_memstream, LIST(char **b, size_t *n), (b, n))
OPENING(FILE, fmemopen, LIST(void *b, size_t n, const char *m), (b, n, m))
OPENING(DIR, opendir, LIST(const char *n), (n))

WRAP(FILE *, fdopen, int fd, const char *mode) {
  FILE *f = fails() ? NULL : __real_fdopen(fd, mode);
  if (f) { // the stream owns the descriptor now
    struct resource *r = find(of_descriptor(fd));
    if (r)
      r->open = 0, r->key = 0;
    acquire(of_pointer(f));
  }
  return f;
}
WRAP(FILE *, freopen, const char *n, const char *m, FILE *f) {
  FILE *g = fails() ? NULL : __real_freopen(n, m, f);
  if (!g)
    release(of_pointer(f));
  return g;
}
WRAP(int, fclose, FILE *f) {
  release(of_pointer(f));
  return __real_fclose(f);
}
WRAP(int, pclose, FILE *f) {
  release(of_pointer(f));
  return __real_pclose(f);
}
WRAP(int, closedir, DIR *d) {
  release(of_pointer(d));
  return __real_closedir(d);
}
WRAP(int, close, int fd) {
  release(of_descriptor(fd));
  return __real_close(fd);
}

static int opened(int fd) {
  if (fd >= 0)
    acquire(of_descriptor(fd));
  return fd;
}
int __real_open(const char *name, int flags, ...);
int __wrap_open(const char *name, int flags, ...) {
  return fails() ? -1 : opened(__real_open(name, flags, 0600));
}
WRAP(int, dup, int fd) { return fails() ? -1 : opened(__real_dup(fd)); }
WRAP(int, dup2, int a, int b) {
  return fails() ? -1 : opened(__real_dup2(a, b));
}
WRAP(int, mkstemp, char *name) {
  return fails() ? -1 : opened(__real_mkstemp(name));
}
WRAP(int, socket, int d, int t, int p) {
  return fails() ? -1 : opened(__real_socket(d, t, p));
}
WRAP(int, accept, int fd, struct sockaddr *a, socklen_t *n) {
  return fails() ? -1 : opened(__real_accept(fd, a, n));
}
WRAP(int, pipe, int fds[2]) {
  if (fails() || __real_pipe(fds) != 0)
    return -1;
  opened(fds[0]);
  opened(fds[1]);
  return 0;
}

static void child(int i, long n) {
  alarm(10);
  *calls = 0;
  fail_at = n;
  recording = 1;
  drives[i].run();
  finish();
}

// shim [-e] [DRIVE N]...: all drives, or the ones named by number.
int main(int argc, char **argv) {
  calls = mmap(NULL, sizeof *calls, PROT_READ | PROT_WRITE,
               MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  dup2(2, 3); // results; a drive may print to 1 as it likes
  dup2(open("/dev/null", O_WRONLY), 1);
  dup2(open("/dev/null", O_RDONLY), 0);
  int first = 1;
  if (argc > 1 && strcmp(argv[1], "-e") == 0)
    check_exits = first++;
  int some = argc > first;
  for (int k = 0; k < (some ? (argc - first) / 2 : drive_count); k++) {
    int i = some ? atoi(argv[first + 2 * k]) : k;
    for (long n = some ? atol(argv[first + 2 * k + 1]) : 0; n < 40; n++) {
      fprintf(stderr, "@@ run %d %ld\n", i, n);
      pid_t pid = fork();
      if (pid == 0)
        child(i, n);
      int status = 0;
      waitpid(pid, &status, 0);
      fprintf(stderr, "@@ done %d %ld\n", status, *calls);
      if (some || *calls < n)
        break;
    }
  }
  recording = 0;
  fflush(NULL);
  _exit(0);
}
