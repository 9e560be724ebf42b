/* SPDX-License-Identifier: Apache-2.0
 * What a program can ask the system about itself. There are no environment variables and two
 * processors: the smallest machine on which everything that can go wrong goes wrong.
 */
#include <stdlib.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "../fermata_intrinsics.h"

enum { PROCESSORS = 2, PAGE = 4096 };

char *getenv(const char *name) { return (void)name, NULL; }
char *secure_getenv(const char *name) { return (void)name, NULL; }

long sysconf(int name) {
  switch (name) {
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN: return PROCESSORS;
    case _SC_PAGESIZE: return PAGE;
    default: __fermata_unmodelled("sysconf");
  }
}
int get_nprocs(void) { return PROCESSORS; }
int get_nprocs_conf(void) { return PROCESSORS; }
int sched_getcpu(void) { return 0; }
int getpagesize(void) { return PAGE; }
pid_t getpid(void) { return 1; }
pid_t gettid(void) { return __fermata_self() + 1; }
