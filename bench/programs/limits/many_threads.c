// SPDX-License-Identifier: Apache-2.0
// Two hundred threads, each with something to do.
#include <pthread.h>
#define N 200
int all[N];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg) {
  for (int i = 0; i < 10; ++i) {
    pthread_mutex_lock(&m);
    ++all[(long)arg];
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; ++i) pthread_create(&t[i], 0, work, (void *)i);
  for (int i = 0; i < N; ++i) pthread_join(t[i], 0);
}
