// SPDX-License-Identifier: Apache-2.0
// A thread that is soon alone counts for ever, in an int or in TYPE.
#include <pthread.h>
#ifndef TYPE
#define TYPE int
#endif
int x;
TYPE y;
static void *foo(void *a) { x = 0; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, foo, 0);
  x = 1;
  while (1) y++;
}
