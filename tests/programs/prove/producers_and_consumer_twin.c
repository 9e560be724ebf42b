// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because no function was found
// fermata-args: --engine prove --property termination
// It waits for one more than there are.
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);

static int limit;
static atomic_int done;

static void* producer(void* arg) {
  for (int i = 0; i < limit; i++) atomic_thread_fence(memory_order_seq_cst);
  done++;
  return arg;
}

static void* consumer(void* arg) {
  while (done != 4) {
  }
  for (int j = limit; j > 0; j--) atomic_thread_fence(memory_order_seq_cst);
  return arg;
}

int main(void) {
  limit = __VERIFIER_nondet_int();
  pthread_t p[3], c;
  for (int k = 0; k < 3; k++) pthread_create(&p[k], 0, producer, 0);
  pthread_create(&c, 0, consumer, 0);
  for (int k = 0; k < 3; k++) pthread_join(p[k], 0);
  pthread_join(c, 0);
  return 0;
}
