// SPDX-License-Identifier: Apache-2.0
// fermata: violated hang stuck-loop at 15
// A condition variable written out as a counter of signals: the waiter waits for the counter to change. The flag is
// set outside the mutex, so the signal can come between the waiter's test and the moment it reads the counter.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int signals;
static atomic_int ready;

static void wait_for_signal(void) {
  int seen = atomic_load(&signals);
  pthread_mutex_unlock(&mutex);
  while (atomic_load(&signals) == seen) {}  // stuck here
  pthread_mutex_lock(&mutex);
}

static void *signaller(void *unused) {
  (void)unused;
  atomic_store(&ready, 1);
  atomic_fetch_add(&signals, 1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, signaller, NULL);
  pthread_mutex_lock(&mutex);
  if (!atomic_load(&ready)) wait_for_signal();
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
