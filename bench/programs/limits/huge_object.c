// SPDX-License-Identifier: Apache-2.0
// A gigabyte: -DLOCAL on the stack, -DGLOBAL among the variables, otherwise on the heap.
#include <pthread.h>
#include <stdlib.h>
#ifdef GLOBAL
char all[1 << 30];
#endif
static void *touch(void *p) { ((char *)p)[1 << 20] = 1; return 0; }
int main(void) {
#ifdef LOCAL
  char all[1 << 30];
#elif !defined(GLOBAL)
  char *all = malloc(1 << 30);
#endif
  pthread_t t;
  pthread_create(&t, 0, touch, all);
  all[1 << 21] = 2;
  pthread_join(t, 0);
  return all[5];
}
