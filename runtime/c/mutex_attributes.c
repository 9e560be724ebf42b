/* SPDX-License-Identifier: Apache-2.0
 * Attributes of mutexes: the kind is all that counts.
 *
 * Sharing between processes, priority protocols and ceilings change nothing here. Robust mutexes
 * are not modelled.
 */
#include <errno.h>
#include <pthread.h>

#include "../fermata_intrinsics.h"

/* The kind, which pthread_mutex_init reads, and above it what can only be asked for. */
enum { KIND = 0xff, SHARED = 8, PROTOCOL = 9, CEILING = 16 };

static void keep(pthread_mutexattr_t *attributes, unsigned shift, unsigned mask, int value) {
  unsigned *const kept = (unsigned *)attributes;
  *kept = (*kept & ~(mask << shift)) | ((unsigned)value & mask) << shift;
}
static int kept(const pthread_mutexattr_t *attributes, unsigned shift, unsigned mask) {
  return (int)(*(const unsigned *)attributes >> shift & mask);
}

int pthread_mutexattr_init(pthread_mutexattr_t *attributes) {
  *(int *)attributes = PTHREAD_MUTEX_DEFAULT;
  return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes) {
  (void)attributes;
  return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int kind) {
  if (kind < PTHREAD_MUTEX_TIMED_NP || kind > PTHREAD_MUTEX_ADAPTIVE_NP) return EINVAL;
  keep(attributes, 0, KIND, kind);
  return 0;
}
int pthread_mutexattr_gettype(const pthread_mutexattr_t *attributes, int *kind) {
  *kind = kept(attributes, 0, KIND);
  return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes, int robust) {
  (void)attributes;
  if (robust != PTHREAD_MUTEX_STALLED) __fermata_unmodelled("robust mutexes");
  return 0;
}
int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attributes, int *robust) {
  (void)attributes;
  *robust = PTHREAD_MUTEX_STALLED;
  return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared) {
  keep(attributes, SHARED, 1, shared);
  return 0;
}
int pthread_mutexattr_getpshared(const pthread_mutexattr_t *attributes, int *shared) {
  *shared = kept(attributes, SHARED, 1);
  return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attributes, int protocol) {
  keep(attributes, PROTOCOL, 3, protocol);
  return 0;
}
int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attributes, int *protocol) {
  *protocol = kept(attributes, PROTOCOL, 3);
  return 0;
}

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attributes, int ceiling) {
  keep(attributes, CEILING, 0xff, ceiling);
  return 0;
}
int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *attributes, int *ceiling) {
  *ceiling = kept(attributes, CEILING, 0xff);
  return 0;
}
