// fermata: holds
// fermata-args: --daemon
// As must_end.c, but it gives up.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int closed, beat;

static int connect(void) {
  FERMATA_MUST_END();
  for (int i = 0; i < 2; i++)
    if (!closed) return 1;
  return 0;
}

static void *client(void *unused) {
  for (;;) connect();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, client, NULL);
  closed = 1;
  for (;;) beat = !beat;
}
