// fermata: holds
// As on x86-64, the upper 16 bits of a pointer are free for a tag; and those below its alignment.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static const uintptr_t low_48 = 0xffffffffffffu;

static int *without_tag(uintptr_t p) { return (int *)(p & low_48 & ~(uintptr_t)15); }

static int global_variable = 7;

static void *worker(void *arg) {
  (void)arg;
  int local_variable = 6;
  int *allocated = malloc(sizeof *allocated);
  *allocated = 5;
  assert(*without_tag((uintptr_t)allocated | (uintptr_t)0xabcd << 48 | 3) == 5);
  assert(*without_tag((uintptr_t)&local_variable | (uintptr_t)0xffff << 48) == 6);
  assert(*without_tag((uintptr_t)&global_variable | (uintptr_t)1 << 48 | 8) == 7);
  assert((uintptr_t)worker >> 47 == 0 && (uintptr_t)allocated >> 47 == 0);
  free(allocated);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  return 0;
}
