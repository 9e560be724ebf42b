// fermata: violated safety invalid-access at 14
// Two threads both see the last free slot; the second one writes behind the array.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { CAPACITY = 1 };
static int *slots;
static atomic_int used;

static void *append(void *value) {
  if (atomic_load(&used) < CAPACITY) {
    int slot = atomic_fetch_add(&used, 1);
    slots[slot] = *(int *)value;  // fails here
  }
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
