/* SPDX-License-Identifier: Apache-2.0
 * Philosophers that lock the left fork, try the right one, and back off: -DN=philosophers, -DK=rounds.
 * No deadlock; all of them can back off together for ever, but at any time they could also finish.
 * Steps: lock, trylock, then (unlock, again) or (unlock, unlock).
 */
#include <pthread.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif
#ifndef K
#define K 1
#endif

static pthread_mutex_t fork_[N];

static void dine(int me) {
  int left = me, right = (me + 1) % N;
  for (;;) {
    pthread_mutex_lock(&fork_[left]);
    if (pthread_mutex_trylock(&fork_[right]) == 0) break;
    pthread_mutex_unlock(&fork_[left]);
  }
  /* eat */
  pthread_mutex_unlock(&fork_[right]);
  pthread_mutex_unlock(&fork_[left]);
}

static void* philosopher(void* arg) {
  int me = (int)(intptr_t)arg;
  for (int k = 0; k < K; k++) dine(me);
  return 0;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&fork_[i], 0);
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, philosopher, (void*)(intptr_t)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}
