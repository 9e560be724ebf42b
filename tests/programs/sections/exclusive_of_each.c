// fermata: holds
// A section belongs to its object: two threads may be in sections on two of them, also on neighbours, on local variables and on the heap.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdlib.h>

static int slots[2];

static void *use(void *slot) {
  int local = 0;
  int *const made = malloc(sizeof *made);
  fermata_exclusive_begin(slot);
  fermata_exclusive_begin(&local);
  fermata_exclusive_begin(made);
  fermata_exclusive_end(slot);
  fermata_exclusive_end(made);
  fermata_exclusive_end(&local);
  free(made);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, use, &slots[0]);
  use(&slots[1]);
  pthread_join(t, NULL);
}
