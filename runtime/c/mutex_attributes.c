/* SPDX-License-Identifier: Apache-2.0
 * Attributes of mutexes: the kind is all that counts, and all that is kept.
 *
 * Sharing between processes, priority protocols and ceilings change nothing here. Robust mutexes
 * are not modelled.
 */
#include <errno.h>
#include <pthread.h>

#include "../fermata_intrinsics.h"

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
  *(int *)attributes = kind;
  return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *attributes, int *kind) {
  *kind = *(const int *)attributes;
  return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes, int robust) {
  (void)attributes;
  if (robust != PTHREAD_MUTEX_STALLED) __fermata_unmodelled("robust mutexes");
  return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared) {
  (void)attributes, (void)shared;
  return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attributes, int protocol) {
  (void)attributes, (void)protocol;
  return 0;
}

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attributes, int ceiling) {
  (void)attributes, (void)ceiling;
  return 0;
}
