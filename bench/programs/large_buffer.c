// SPDX-License-Identifier: Apache-2.0
// -DN=n -DK=k -DSIZE=s: each of n threads writes k bytes, at places that look random, to a buffer of s bytes (1 MB).
#include <pthread.h>

#ifndef N
#define N 4
#endif
#ifndef K
#define K 8
#endif
#ifndef SIZE
#define SIZE (1 << 20)
#endif
char buffer[SIZE];

static void *work(void *arg) {
  unsigned long at = (unsigned long)arg;
  for (int i = 0; i < K; ++i) {
    at = at * 6364136223846793005ul + 1442695040888963407ul;
    buffer[(at >> 33) % (SIZE / N) * N + (unsigned long)arg] = 1;
  }
  return 0;
}

int main(void) {
  pthread_t t[N];
  for (unsigned long i = 0; i < N; ++i) pthread_create(&t[i], 0, work, (void *)i);
  for (int i = 0; i < N; ++i) pthread_join(t[i], 0);
}
