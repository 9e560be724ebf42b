// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// Loops over unsigned and size_t, whose limits may be more than a signed number can be.
#include <pthread.h>
#include <stddef.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static size_t items;
static unsigned taken;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* take(void* arg) {
  unsigned limit = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < limit; i++) {
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
