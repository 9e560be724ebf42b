/* SPDX-License-Identifier: Apache-2.0
 * Dining philosophers with blocking locks: -DN=philosophers, -DK=rounds. They deadlock, unless -DORDERED makes the last
 * one take its forks in the other order.
 * Steps of a round: lock, lock, unlock, unlock.
 */
#include <pthread.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif
#ifndef K
#define K 1
#endif

static pthread_mutex_t fork_[N];

static void* philosopher(void* arg) {
  int me = (int)(intptr_t)arg;
  int first = me, second = (me + 1) % N;
#ifdef ORDERED
  if (me == N - 1) {
    first = 0;
    second = N - 1;
  }
#endif
  for (int k = 0; k < K; k++) {
    pthread_mutex_lock(&fork_[first]);
    pthread_mutex_lock(&fork_[second]);
    /* eat */
    pthread_mutex_unlock(&fork_[second]);
    pthread_mutex_unlock(&fork_[first]);
  }
  return 0;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&fork_[i], 0);
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, philosopher, (void*)(intptr_t)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}
