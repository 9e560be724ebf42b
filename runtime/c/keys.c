/* SPDX-License-Identifier: Apache-2.0
 * Thread-specific data.
 *
 * The order in which destructors run is open; we go by number, as glibc does. Destructors that set
 * new values are run again, four rounds at most. A thread gets its table with the first value it
 * sets. The number of a deleted key is not used again: other threads may still hold values under
 * it.
 */
#include <errno.h>
#include <pthread.h>

#include "../fermata_intrinsics.h"
#include "thread.h"

enum { MOST_KEYS = 64, ROUNDS = 4 };
enum { UNUSED, USED, DELETED };

struct key {
  int state;
  void (*destructor)(void *);
};
static struct key keys[MOST_KEYS];
static __thread void **values;

static int used(pthread_key_t key) {
  __fermata_atomic_begin();
  const int result = key < MOST_KEYS && keys[key].state == USED;
  __fermata_atomic_end();
  return result;
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  __fermata_atomic_begin();
  unsigned next = 0;
  while (next < MOST_KEYS && keys[next].state != UNUSED) next++;
  if (next == MOST_KEYS) __fermata_unmodelled("more than 64 pthread keys");
  keys[next] = (struct key){USED, destructor};
  *key = next;
  __fermata_atomic_end();
  return 0;
}

int __pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) { return pthread_key_create(key, destructor); }

int pthread_key_delete(pthread_key_t key) {
  if (!used(key)) return EINVAL;
  __fermata_atomic_begin();
  keys[key] = (struct key){DELETED, NULL};
  __fermata_atomic_end();
  return 0;
}

int pthread_setspecific(pthread_key_t key, const void *value) {
  if (!used(key)) return EINVAL;
  if (!values) values = __fermata_alloc(MOST_KEYS * sizeof *values);
  values[key] = (void *)value;
  return 0;
}

/* Like glibc's, this does not ask whether the key is still in use. */
void *pthread_getspecific(pthread_key_t key) { return values && key < MOST_KEYS ? values[key] : NULL; }

static int run_round(void) {
  int ran = 0;
  for (unsigned key = 0; key < MOST_KEYS; key++) {
    void *value = values[key];
    if (!value) continue;
    values[key] = NULL;
    __fermata_atomic_begin();
    void (*destructor)(void *) = keys[key].destructor;
    __fermata_atomic_end();
    if (destructor) {
      destructor(value);
      ran = 1;
    }
  }
  return ran;
}

void __fermata_run_key_destructors(void) {
  if (!values) return;
  for (int round = 0; round < ROUNDS && run_round(); round++) continue;
  __fermata_free(values);
  values = NULL;
}
