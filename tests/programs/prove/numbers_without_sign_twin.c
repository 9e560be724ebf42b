// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because no function was found
// fermata-args: --engine prove --property termination
// Goes past the limit if that is the largest number or the one before, and wraps.
#include <pthread.h>
#include <stddef.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static size_t items;
static unsigned taken;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* take(void* arg) {
  unsigned limit = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < limit; i += 3) {
    pthread_mutex_lock(&m);
    taken++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  items = __VERIFIER_nondet_ulong();
  pthread_t a, b;
  pthread_create(&a, 0, take, 0);
  pthread_create(&b, 0, take, 0);
  for (size_t i = 0; i < items; ++i) {
    pthread_mutex_lock(&m);
    taken++;
    pthread_mutex_unlock(&m);
  }
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
