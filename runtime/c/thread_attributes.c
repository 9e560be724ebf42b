/* SPDX-License-Identifier: Apache-2.0
 * Attributes of threads: only whether a thread is detached counts. Stacks have no limit here.
 * Scheduling, affinity and names are ignored: a policy only makes fewer interleavings possible.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>

int pthread_attr_init(pthread_attr_t *attributes) {
  *(int *)attributes = PTHREAD_CREATE_JOINABLE;
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

int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size) { return (void)attributes, (void)size, 0; }
int pthread_attr_getstacksize(const pthread_attr_t *attributes, size_t *size) {
  (void)attributes;
  *size = 8 << 20;
  return 0;
}
int pthread_attr_setguardsize(pthread_attr_t *attributes, size_t size) { return (void)attributes, (void)size, 0; }
int pthread_attr_setscope(pthread_attr_t *attributes, int scope) { return (void)attributes, (void)scope, 0; }
int pthread_attr_setinheritsched(pthread_attr_t *attributes, int inherit) { return (void)attributes, (void)inherit, 0; }
int pthread_attr_setschedpolicy(pthread_attr_t *attributes, int policy) { return (void)attributes, (void)policy, 0; }
int pthread_attr_setschedparam(pthread_attr_t *restrict attributes, const struct sched_param *restrict parameters) {
  return (void)attributes, (void)parameters, 0;
}
int pthread_attr_setaffinity_np(pthread_attr_t *attributes, size_t size, const cpu_set_t *set) {
  return (void)attributes, (void)size, (void)set, 0;
}

int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters) {
  return (void)thread, (void)policy, (void)parameters, 0;
}
int pthread_setschedprio(pthread_t thread, int priority) { return (void)thread, (void)priority, 0; }
int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) {
  return (void)thread, (void)size, (void)set, 0;
}
int pthread_setname_np(pthread_t thread, const char *name) { return (void)thread, (void)name, 0; }
int pthread_setconcurrency(int level) { return (void)level, 0; }
