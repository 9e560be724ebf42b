// fermata: holds
// As exclusive_by_two.c, but both have the lock.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int slot, done;

static void *use(void *locked) {
  if (locked) pthread_mutex_lock(&m);
  fermata_exclusive_begin(&slot);
  fermata_exclusive_end(&slot);
  if (locked) pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, use, &done);
  use(&done);
  pthread_join(t, NULL);
}
