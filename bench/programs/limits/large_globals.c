// SPDX-License-Identifier: Apache-2.0
// Six threads write to 600 KB of variables: each write makes another value of the whole object.
#include <pthread.h>
#define N 6
char all[600 * 1024];
static void *work(void *arg) {
  for (int i = 0; i < 1000; ++i) all[((long)arg * 1000 + i) * 64] = (char)i;
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; ++i) pthread_create(&t[i], 0, work, (void *)i);
  for (int i = 0; i < N; ++i) pthread_join(t[i], 0);
}
