// fermata: violated hang unended-section at 23
// fermata-args: --daemon
// fermata-says: the section on 'slots[0]' that 'worker#1' has entered can stay open forever
// fermata-says: entered the section on 'slots[0]' in step
// A worker that finds its slot taken goes on without leaving it. Others run on, so nothing but the mark shows that the slot is lost.
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
      fermata_exclusive_begin(mine);  // stuck here
      if (stop) return NULL;
      fermata_exclusive_end(mine);
    }
  }
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, &slots[0]);
  idle(NULL);
}
