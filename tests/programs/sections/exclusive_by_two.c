// fermata: violated safety misuse at 14
// fermata-says: an exclusive section is entered that is open already
// Two threads in the same exclusive section.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int slot, done;

static void *use(void *locked) {
  if (locked) pthread_mutex_lock(&m);
  // The lock protects nothing, since main has none.
  fermata_exclusive_begin(&slot);  // fails here
  fermata_exclusive_end(&slot);
  if (locked) pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, use, &done);
  use(NULL);
  pthread_join(t, NULL);
}
