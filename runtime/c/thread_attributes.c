/* SPDX-License-Identifier: Apache-2.0
 * Attributes of threads: only whether a thread is detached counts. Stacks have no limit here.
 * Scheduling, affinity and names are ignored: a policy only makes fewer interleavings possible.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>

enum { LEAST_STACK = 16384 }; /* PTHREAD_STACK_MIN, which asks the system */

/* What lies in a pthread_attr_t. */
struct attributes {
  int state; /* detached or not */
  int policy, priority, inherit;
  size_t stack, guard;
};
static struct attributes *in(const pthread_attr_t *attributes) { return (struct attributes *)attributes; }

int pthread_attr_init(pthread_attr_t *attributes) {
  *in(attributes) = (struct attributes){.state = PTHREAD_CREATE_JOINABLE, .stack = 8 << 20, .guard = 4096};
  return 0;
}
int pthread_attr_destroy(pthread_attr_t *attributes) { return (void)attributes, 0; }

int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state) {
  if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED) return EINVAL;
  *(int *)attributes = state;
  return 0;
}
int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state) {
  *state = *(const int *)attributes;
  return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size) {
  if (size < LEAST_STACK) return EINVAL;
  in(attributes)->stack = size;
  return 0;
}
int pthread_attr_getstacksize(const pthread_attr_t *attributes, size_t *size) {
  return *size = in(attributes)->stack, 0;
}
int pthread_attr_setguardsize(pthread_attr_t *attributes, size_t size) { return in(attributes)->guard = size, 0; }
int pthread_attr_getguardsize(const pthread_attr_t *attributes, size_t *size) {
  return *size = in(attributes)->guard, 0;
}
int pthread_attr_setscope(pthread_attr_t *attributes, int scope) {
  (void)attributes;
  return scope == PTHREAD_SCOPE_SYSTEM ? 0 : scope == PTHREAD_SCOPE_PROCESS ? ENOTSUP : EINVAL;
}
int pthread_attr_getscope(const pthread_attr_t *attributes, int *scope) {
  return (void)attributes, *scope = PTHREAD_SCOPE_SYSTEM, 0;
}
int pthread_attr_setinheritsched(pthread_attr_t *attributes, int inherit) {
  return in(attributes)->inherit = inherit, 0;
}
int pthread_attr_getinheritsched(const pthread_attr_t *attributes, int *inherit) {
  return *inherit = in(attributes)->inherit, 0;
}
int pthread_attr_setschedpolicy(pthread_attr_t *attributes, int policy) { return in(attributes)->policy = policy, 0; }
int pthread_attr_getschedpolicy(const pthread_attr_t *attributes, int *policy) {
  return *policy = in(attributes)->policy, 0;
}
int pthread_attr_setschedparam(pthread_attr_t *restrict attributes, const struct sched_param *restrict parameters) {
  return in(attributes)->priority = parameters->sched_priority, 0;
}
int pthread_attr_getschedparam(const pthread_attr_t *restrict attributes, struct sched_param *restrict parameters) {
  return parameters->sched_priority = in(attributes)->priority, 0;
}
int pthread_attr_setaffinity_np(pthread_attr_t *attributes, size_t size, const cpu_set_t *set) {
  return (void)attributes, (void)size, (void)set, 0;
}

int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters) {
  return (void)thread, (void)policy, (void)parameters, 0;
}
int pthread_getschedparam(pthread_t thread, int *restrict policy, struct sched_param *restrict parameters) {
  (void)thread;
  *policy = SCHED_OTHER;
  parameters->sched_priority = 0;
  return 0;
}
int pthread_setschedprio(pthread_t thread, int priority) { return (void)thread, (void)priority, 0; }
int sched_setscheduler(pid_t process, int policy, const struct sched_param *parameters) {
  return (void)process, (void)policy, (void)parameters, 0;
}
int sched_getscheduler(pid_t process) { return (void)process, SCHED_OTHER; }
int sched_get_priority_max(int policy) { return policy == SCHED_FIFO || policy == SCHED_RR ? 99 : 0; }
int sched_get_priority_min(int policy) { return policy == SCHED_FIFO || policy == SCHED_RR ? 1 : 0; }

/* A thread may run on both processors, whatever was asked for. */
static int both_processors(size_t size, cpu_set_t *set) {
  __builtin_memset(set, 0, size);
  CPU_SET(0, set);
  CPU_SET(1, set);
  return 0;
}
int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) {
  return (void)thread, (void)size, (void)set, 0;
}
int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
  return (void)thread, both_processors(size, set);
}
int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *set) {
  return (void)process, (void)size, (void)set, 0;
}
int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) { return (void)process, both_processors(size, set); }
int __sched_cpucount(size_t size, const cpu_set_t *set) {
  int count = 0;
  for (size_t i = 0; i < size / sizeof set->__bits[0]; i++) count += __builtin_popcountl(set->__bits[i]);
  return count;
}

int pthread_setname_np(pthread_t thread, const char *name) {
  (void)thread;
  return __builtin_strlen(name) < 16 ? 0 : ERANGE;
}
int pthread_getname_np(pthread_t thread, char *name, size_t size) {
  (void)thread;
  if (size < 16) return ERANGE;
  __builtin_memcpy(name, "program", 8);
  return 0;
}
int pthread_setconcurrency(int level) { return (void)level, 0; }
int pthread_getconcurrency(void) { return 0; }
