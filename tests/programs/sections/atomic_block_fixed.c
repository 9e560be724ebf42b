// fermata: holds
// As atomic_block.c, in one step.
#include <assert.h>
#include <fermata/fermata.h>
#include <pthread.h>
#include <stddef.h>

static volatile int count;
static void *add(void *unused) {
  fermata_atomic_begin();
  count = count + 1;
  fermata_atomic_end();
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL), add(NULL), pthread_join(t, NULL), assert(count == 2);
}
