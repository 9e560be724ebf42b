// fermata: violated hang unended-section at 18
// fermata-args: --daemon
// A section on an object that is freed stays open: freeing it is not leaving it.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int turn;

static void *serve(void *unused) {
  for (;;) turn = !turn;
  return unused;
}

static void *handle(void *unused) {
  int *const session = malloc(sizeof *session);
  fermata_exclusive_begin(session);  // stuck here
  if (!turn) fermata_exclusive_end(session);
  free(session);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, handle, NULL);
  serve(NULL);
}
