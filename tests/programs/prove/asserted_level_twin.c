// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because an assertion that fails (tests/programs/prove/asserted_level_twin.c:16)
// fermata-args: --engine prove --property termination,safety
// It ends, and it may fail: the level is raised once too often.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int limit, level;

static void* worker(void* arg) {
  for (int i = 0; i < limit; i++) {
    pthread_mutex_lock(&m);
    if (level <= 1000) level++;
    assert(level <= 1000);  // fails here
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  limit = __VERIFIER_nondet_int();
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
