// SPDX-License-Identifier: Apache-2.0
// Nothing that others could see, for a very long time.
#include <pthread.h>
static void *work(void *arg) {
  volatile unsigned long n = 0;
  for (unsigned long i = 0; i < 1ul << 40; ++i) n = n * 3 + i;
  return (void *)n;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  return work(0) == 0;
}
