/* SPDX-License-Identifier: Apache-2.0
 * What lies in the bytes of a pthread_mutex_t. A condition variable needs to know, too.
 */
#pragma once
#include <pthread.h>
#include <stddef.h>

#include "../fermata_intrinsics.h"
#include "misuse.h"

struct mutex {
  int owner;      /* number of the thread plus 1; 0: free */
  unsigned count; /* recursive: how many more times the owner has to unlock it than once */
  int unused[2];
  int kind; /* PTHREAD_MUTEX_..., set by static initialisers, so the place is glibc's */
  struct forgotten forgotten;
};
_Static_assert(sizeof(struct mutex) <= sizeof(pthread_mutex_t), "");
_Static_assert(offsetof(struct mutex, kind) == offsetof(pthread_mutex_t, __data.__kind), "");

enum { DESTROYED_MUTEX = -1 };

/* The rest is for use inside atomic blocks. */

static inline int owned(const struct mutex *m) { return m->owner == __fermata_self() + 1; }

static inline int may_take(const struct mutex *m) {
  return (m->owner == 0 || (m->kind == PTHREAD_MUTEX_RECURSIVE && owned(m))) &&
         !is_forgotten(&m->forgotten, __fermata_self());
}

static inline void take(struct mutex *m) {
  if (m->owner != 0) {
    m->count++;
  } else {
    m->owner = __fermata_self() + 1;
    __fermata_section_begin(FERMATA_CRITICAL, m);
    __fermata_acquired(m);
  }
  __fermata_event("lock", m);
}

static inline void let_go(struct mutex *m) {
  if (m->count > 0) {
    m->count--;
  } else {
    m->owner = 0;
    __fermata_section_end(FERMATA_CRITICAL, m, -1);
    __fermata_released(m);
  }
}
