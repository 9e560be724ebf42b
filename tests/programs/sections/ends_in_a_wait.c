// fermata: violated safety misuse
// fermata-says: a thread ends in a wait that it has begun
// Nobody else could end it.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stddef.h>

static int event;

static void *wait(void *unused) {
  fermata_wait_begin(&event);
  if (event) fermata_wait_end(&event);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, wait, NULL);
  pthread_join(t, NULL);
}
