// SPDX-License-Identifier: Apache-2.0
// A gigabyte that two threads touch in three places: -DLOCAL on the stack, -DGLOBAL among the variables, -DCALLOC and
// otherwise on the heap; -DCOPY: it is also filled, copied and grown.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#define SIZE (1ul << 30)
#ifdef GLOBAL
char all[SIZE];
#endif
static void *touch(void *p) {
  ((char *)p)[SIZE / 2] = 1;
  ((char *)p)[SIZE - 1] = 3;
  return 0;
}
int main(void) {
#ifdef LOCAL
  char all[SIZE];
#elif defined(CALLOC)
  char *all = calloc(SIZE / 8, 8);
#elif !defined(GLOBAL)
  char *all = malloc(SIZE);
#endif
  pthread_t t;
  pthread_create(&t, 0, touch, all);
  all[1 << 21] = 2;
  pthread_join(t, 0);
#ifdef COPY
  char *other = malloc(SIZE + SIZE / 2);
  memset(other, 7, SIZE);
  memcpy(other + 1, all, SIZE - 1);
  memmove(all + 4096, other, SIZE - 4096);
  all = realloc(all, SIZE + SIZE / 4);
  return all[SIZE - 1] + all[4096] != 7;
#endif
  return all[5];
}
