/* SPDX-License-Identifier: Apache-2.0
 * What a program can ask the system about itself. There are two processors: the smallest machine on which everything
 * that can go wrong goes wrong. The rest is what a small machine with one user says.
 */
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "../fermata_intrinsics.h"

enum { PROCESSORS = 2, PAGE = 4096, PAGES = 1 << 20, OPEN_FILES = 1024, TICKS = 100 };

long sysconf(int name) {
  switch (name) {
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN: return PROCESSORS;
    case _SC_PAGESIZE: return PAGE;
    case _SC_PHYS_PAGES:
    case _SC_AVPHYS_PAGES: return PAGES;
    case _SC_OPEN_MAX: return OPEN_FILES;
    case _SC_CLK_TCK: return TICKS;
    case _SC_HOST_NAME_MAX:
    case _SC_LOGIN_NAME_MAX: return 64;
    case _SC_LEVEL1_DCACHE_LINESIZE: return 64;
    case _SC_ARG_MAX: return 2097152;
    case _SC_LINE_MAX: return 2048;
    case _SC_IOV_MAX: return IOV_MAX;
    case _SC_GETPW_R_SIZE_MAX:
    case _SC_GETGR_R_SIZE_MAX: return 1024;
    case _SC_THREAD_STACK_MIN: return 16384;
    case _SC_THREAD_KEYS_MAX: return 1024;
    case _SC_THREAD_THREADS_MAX: return -1;
    case _SC_NGROUPS_MAX: return 65536;
    case _SC_MONOTONIC_CLOCK:
    case _SC_TIMERS:
    case _SC_THREADS:
    case _SC_SEMAPHORES:
    case _SC_BARRIERS:
    case _SC_SPIN_LOCKS:
    case _SC_READER_WRITER_LOCKS:
    case _SC_TIMEOUTS:
    case _SC_VERSION: return 200809;
    default: __fermata_unmodelled("sysconf");
  }
}
int get_nprocs(void) { return PROCESSORS; }
int get_nprocs_conf(void) { return PROCESSORS; }
int sched_getcpu(void) { return 0; }
int getpagesize(void) { return PAGE; }

pid_t getpid(void) { return 1; }
pid_t getppid(void) { return 0; }
pid_t gettid(void) { return __fermata_self() + 1; }
uid_t getuid(void) { return 1000; }
uid_t geteuid(void) { return 1000; }
gid_t getgid(void) { return 1000; }
gid_t getegid(void) { return 1000; }
char *getlogin(void) { return "user"; }
mode_t umask(mode_t mode) { return (void)mode, 022; }

static int copy_name(char *to, size_t size, const char *name) {
  const size_t length = strlen(name);
  if (length >= size) return errno = ENAMETOOLONG, -1;
  memcpy(to, name, length + 1);
  return 0;
}
int gethostname(char *name, size_t size) { return copy_name(name, size, "localhost"); }
int uname(struct utsname *result) {
  memset(result, 0, sizeof *result);
  copy_name(result->sysname, sizeof result->sysname, "Linux");
  copy_name(result->nodename, sizeof result->nodename, "localhost");
  copy_name(result->release, sizeof result->release, "6.1.0");
  copy_name(result->version, sizeof result->version, "#1 SMP");
  copy_name(result->machine, sizeof result->machine, "x86_64");
  return 0;
}
char *getcwd(char *to, size_t size) {
  if (!to) to = malloc(size = size ? size : 2);
  if (size < 2) return errno = ERANGE, NULL;
  to[0] = '/', to[1] = 0;
  return to;
}
int chdir(const char *name) { return (void)name, 0; }

/* All time is used by the process itself, as clock() says; a program may wait for it to pass. Nothing is limited. */
int getrusage(__rusage_who_t who, struct rusage *usage) {
  memset(usage, 0, sizeof *usage);
  if (who == RUSAGE_CHILDREN) return 0;
  const clock_t used = clock();
  usage->ru_utime = (struct timeval){used / CLOCKS_PER_SEC, used % CLOCKS_PER_SEC};
  return 0;
}
int getrlimit(__rlimit_resource_t what, struct rlimit *limit) {
  (void)what;
  limit->rlim_cur = limit->rlim_max = RLIM_INFINITY;
  return 0;
}
int setrlimit(__rlimit_resource_t what, const struct rlimit *limit) { return (void)what, (void)limit, 0; }
int getpriority(__priority_which_t which, id_t who) { return (void)which, (void)who, 0; }
int setpriority(__priority_which_t which, id_t who, int priority) { return (void)which, (void)who, (void)priority, 0; }
int nice(int increment) { return increment; }
int getloadavg(double loads[], int count) {
  for (int i = 0; i < count; i++) loads[i] = 0;
  return count;
}

char *program_invocation_name = "program", *program_invocation_short_name = "program";

/* Names of threads are for debuggers; nobody reads them back but this. */
int prctl(int option, ...) {
  va_list arguments;
  va_start(arguments, option);
  char *const argument = va_arg(arguments, char *);
  va_end(arguments);
  switch (option) {
    case PR_GET_NAME: return strcpy(argument, "program"), 0;
    case PR_SET_NAME:
    case PR_SET_PDEATHSIG:
    case PR_SET_DUMPABLE:
    case PR_SET_TIMERSLACK:
    case PR_SET_NO_NEW_PRIVS:
    case PR_SET_KEEPCAPS: return 0;
    default: __fermata_unmodelled("prctl");
  }
}

/* fork is not modelled, so the handlers never run. */
int pthread_atfork(void (*before)(void), void (*in_parent)(void), void (*in_child)(void)) {
  return (void)before, (void)in_parent, (void)in_child, 0;
}
int __register_atfork(void (*before)(void), void (*in_parent)(void), void (*in_child)(void), void *library) {
  return (void)library, pthread_atfork(before, in_parent, in_child);
}

/* Names of functions are not known at run time. */
int backtrace(void **addresses, int most) { return (void)addresses, (void)most, 0; }
char **backtrace_symbols(void *const *addresses, int count) { return (void)addresses, (void)count, malloc(1); }
void backtrace_symbols_fd(void *const *addresses, int count, int file) { (void)addresses, (void)count, (void)file; }
