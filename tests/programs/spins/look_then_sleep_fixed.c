// fermata: holds
// Three threads look ten thousand times each before they sleep. One round is enough to know what they do.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#ifndef ROUNDS
#define ROUNDS 10000
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *wait_for_it(void *unused) {
  for (int n = 0; n < ROUNDS && !ready; n++) sched_yield();
  if (!ready) {
    pthread_mutex_lock(&m);
    while (!ready) pthread_cond_wait(&changed, &m);
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  pthread_t waiters[3];
  for (int i = 0; i < 3; i++) pthread_create(&waiters[i], NULL, wait_for_it, NULL);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 3; i++) pthread_join(waiters[i], NULL);
  return 0;
}
