// fermata: holds
// fermata-args: --daemon
// As freed_while_open.c, but it is always left before.
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
  fermata_exclusive_begin(session);
  fermata_exclusive_end(session);
  free(session);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, handle, NULL);
  serve(NULL);
}
