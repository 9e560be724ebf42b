// SPDX-License-Identifier: Apache-2.0
// One component of many states: three threads count round, and may end.
#include <pthread.h>
unsigned char a, b, c;
int over;
static void *work(void *arg) {
  unsigned char *mine = arg;
  while (!over) *mine = (unsigned char)((*mine + 1) % 60);
  return 0;
}
int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, work, &a);
  pthread_create(&t[1], 0, work, &b);
  pthread_create(&t[2], 0, work, &c);
  while (a + b + c != 170) {}
  over = 1;
  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
}
