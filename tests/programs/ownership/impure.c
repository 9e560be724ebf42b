// fermata: unmodelled is_mine
// A predicate that counts how often it is asked would change what it is asked about.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stddef.h>

static int asked, slot;

static int is_mine(void *me) {
  (void)me;
  return ++asked > 0;
}

static void *work(void *unused) {
  fermata_owns_while(&slot, sizeof slot, is_mine, NULL);
  slot = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
}
