// fermata: holds
// fermata-args: --memory 200M
// A gigabyte among the variables, on the stack, from malloc and from calloc, each touched in three places by two threads: what is
// not touched takes no memory.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define SIZE (1u << 30)
char all[SIZE];

static void *touch(void *p) {
  char *bytes = p;
  bytes[SIZE / 2] = 2;
  bytes[SIZE - 1] = 3;
  return 0;
}

static void with(char *bytes) {
  pthread_t t;
  pthread_create(&t, 0, touch, bytes);
  bytes[5] = 1;
  pthread_join(t, 0);
  assert(bytes[5] + bytes[SIZE / 2] + bytes[SIZE - 1] == 6);
  assert(bytes[SIZE / 2 + 1] == 0);
}

static void local(void) {
  char bytes[SIZE];
  bytes[SIZE / 2 + 1] = 0;
  with(bytes);
}

int main(void) {
  with(all);
  local();
  char *p = malloc(SIZE);
  p[SIZE / 2 + 1] = 0;
  with(p);
  char *q = calloc(SIZE / 8, 8);
  with(q);
  free(p);
  free(q);
}
