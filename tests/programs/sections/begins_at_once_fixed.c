// fermata: holds
// fermata-args: --daemon
// As begins_at_once.c, but what it waits for comes.
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
  ready = 2;
  pthread_join(t, NULL);
  return 0;
}
