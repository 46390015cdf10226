/*
 * A disk that fails: while the file named by FAULTS exists, writes to regular files and syncs fail with the error number
 * FAULT_ERRNO, or EIO.
 * Loaded before the C library (LD_PRELOAD).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int fails(int fd) {
  const char *faults = getenv("FAULTS");
  struct stat file;
  if (!faults || access(faults, F_OK) != 0) return 0;
  return fstat(fd, &file) == 0 && S_ISREG(file.st_mode);
}

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
static int number(void) {
  const char *given = getenv("FAULT_ERRNO");
  return given ? atoi(given) : EIO;
}
#define FAIL(fd) if (fails(fd)) { errno = number(); return -1; }

ssize_t write(int fd, const void *bytes, size_t count) { REAL(write); FAIL(fd); return real(fd, bytes, count); }
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) { REAL(pwrite); FAIL(fd); return real(fd, bytes, count, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) { REAL(pwrite64); FAIL(fd); return real(fd, bytes, count, at); }
int fsync(int fd) { REAL(fsync); FAIL(fd); return real(fd); }
int fdatasync(int fd) { REAL(fdatasync); FAIL(fd); return real(fd); }
