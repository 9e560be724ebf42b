// SPDX-License-Identifier: Apache-2.0
// fermata: violated hang stuck-loop at 11
// Two locks in two orders. The locks are compare-and-swap loops, written out.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;

static void lock(atomic_int *word) {
  int free = 0;
  while (!atomic_compare_exchange_strong(word, &free, 1)) free = 0;  // stuck here
}

static void unlock(atomic_int *word) { atomic_store(word, 0); }

static void with_both(atomic_int *first, atomic_int *second) {
  lock(first);
  lock(second);
  unlock(second);
  unlock(first);
}

static void *b_then_a(void *unused) {
  (void)unused;
  with_both(&b, &a);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, b_then_a, NULL);
  with_both(&a, &b);
  pthread_join(thread, NULL);
  return 0;
}
