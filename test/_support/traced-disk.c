/*
 * Writes the order of syncs and renames to the file named by TRACE: "fsync NAME" and "rename NAME", where NAME is the last
 * part of the path, with "main thread " before it when the main thread made the call. Fails a call whose line begins with
 * FAIL. Loaded before the C library (LD_PRELOAD).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int traced(const char *call, const char *path) {
  const char *trace = getenv("TRACE"), *fail = getenv("FAIL"), *slash = strrchr(path, '/');
  char line[512];
  const char *thread = syscall(SYS_gettid) == getpid() ? "main thread " : "";
  int length = snprintf(line, sizeof line, "%s%s %s\n", thread, call, slash ? slash + 1 : path);
  int file = trace ? open(trace, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
  if (file >= 0 && write(file, line, length) < 0) abort();
  if (file >= 0) close(file);
  return fail && strncmp(line, fail, strlen(fail)) == 0;
}

static int traced_fd(const char *call, int fd) {
  char link[64], path[512];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  path[length < 0 ? 0 : length] = 0;
  return traced(call, path);
}

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define EIO_IF(failing) if (failing) { errno = EIO; return -1; }

int fsync(int fd) { REAL(fsync); EIO_IF(traced_fd("fsync", fd)); return real(fd); }
int fdatasync(int fd) { REAL(fdatasync); EIO_IF(traced_fd("fsync", fd)); return real(fd); }
int rename(const char *from, const char *to) { REAL(rename); EIO_IF(traced("rename", to)); return real(from, to); }
