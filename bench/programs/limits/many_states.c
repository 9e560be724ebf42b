// SPDX-License-Identifier: Apache-2.0
// More states than anybody will ever see: five threads race for a few variables.
#include <pthread.h>
#define N 5
int turn, sum[N];
static void *work(void *arg) {
  for (int i = 0; i < 100; ++i) {
    sum[(turn + (long)arg) % N] += i;
    turn = sum[(long)arg] % N;
  }
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; ++i) pthread_create(&t[i], 0, work, (void *)i);
  for (int i = 0; i < N; ++i) pthread_join(t[i], 0);
}
