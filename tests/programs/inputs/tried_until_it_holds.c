// fermata: holds
// To assume that a try succeeds is to wait for it: one that fails has changed nothing, and may be made again. Main spins
// meanwhile.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int spinlock, ticket;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;

static void *worker(void *unused) {
  (void)unused;
  fermata_assume(atomic_exchange(&spinlock, 1) == 0);
  atomic_store(&spinlock, 0);
  int expected = 0;
  fermata_assume(atomic_compare_exchange_strong(&ticket, &expected, 1));
  atomic_store(&ticket, 0);
  fermata_assume(pthread_mutex_trylock(&mutex) == 0);
  pthread_mutex_unlock(&mutex);
  ++done;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  while (done < 2) {
  }
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
