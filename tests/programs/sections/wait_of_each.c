// fermata: holds
// A wait belongs to its thread: both wait for the same event at the same time. And it is no exclusive section: one thread is in both, on one
// object, and ends them in any order.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int event;

static void *wait(void *unused) {
  fermata_wait_begin(&event);
  while (!event) {
  }
  fermata_wait_end(&event);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, wait, NULL);
  fermata_wait_begin(&event);
  fermata_exclusive_begin(&event);
  event = 1;
  fermata_wait_end(&event);
  fermata_exclusive_end(&event);
  pthread_join(t, NULL);
}
