// fermata: violated hang unended-section
// fermata-args: --daemon
// fermata-says: 'worker#1' began to wait for 'ready' in step
// The wait begins in the step that starts its thread, and yet it is not that of 'main'.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *worker(void *unused) {
  fermata_wait_begin(&ready);
  while (ready != 2) {
  }
  fermata_wait_end(&ready);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  ready = 1;
  pthread_join(t, NULL);
  return 0;
}
