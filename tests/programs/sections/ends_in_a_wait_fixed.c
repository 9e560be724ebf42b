// fermata: holds
// As ends_in_a_wait.c, but the wait ends first.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stddef.h>

static int event;

static void *wait(void *unused) {
  fermata_wait_begin(&event);
  fermata_wait_end(&event);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, wait, NULL);
  pthread_join(t, NULL);
}
