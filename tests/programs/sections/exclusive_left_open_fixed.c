// fermata: holds
// fermata-args: --daemon
// As exclusive_left_open.c, but the slot is left in any case.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int slots[2];
static atomic_int stop;

static void *idle(void *unused) {
  for (;;) stop = !stop;
  return unused;
}

static void *worker(void *slot) {
  atomic_int *const mine = slot;
  for (;;) {
    if (stop) {
      fermata_exclusive_begin(mine);
      const int last = stop;
      fermata_exclusive_end(mine);
      if (last) return NULL;
    }
  }
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, &slots[0]);
  idle(NULL);
}
