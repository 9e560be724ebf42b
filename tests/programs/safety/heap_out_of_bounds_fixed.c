// fermata: holds
// The twin of heap_out_of_bounds.c: draw the slot first, then look whether it exists.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { CAPACITY = 1 };
static int *slots;
static atomic_int used;

static void *append(void *value) {
  int slot = atomic_fetch_add(&used, 1);
  if (slot < CAPACITY) slots[slot] = *(int *)value;
  return NULL;
}

int main(void) {
  int one = 1, two = 2;
  slots = malloc(CAPACITY * sizeof *slots);
  pthread_t thread;
  pthread_create(&thread, NULL, append, &one);
  append(&two);
  pthread_join(thread, NULL);
  free(slots);
  return 0;
}
