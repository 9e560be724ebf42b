// fermata: violated hang unended-section
// fermata-args: --daemon
// fermata-says: a call that must end can last forever in thread 'client#1'
// A call that retries for ever once another thread has closed the door.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int closed, beat;

static int connect(void) {
  FERMATA_MUST_END();
  for (;;)
    if (!closed) return 1;
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
