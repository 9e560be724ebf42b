// fermata: holds
// An exclusive section may be ended by another thread than began it, also when that one has ended and was joined.
#include <fermata/fermata.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static int slot;
static sem_t taken;

static void *begin(void *unused) {
  fermata_exclusive_begin(&slot);
  sem_post(&taken);
  return unused;
}

int main(void) {
  pthread_t t;
  sem_init(&taken, 0, 0);
  for (int i = 0; i < 2; i++) {
    pthread_create(&t, NULL, begin, NULL);
    if (i == 1) pthread_join(t, NULL);
    sem_wait(&taken);
    fermata_exclusive_end(&slot);
    if (i == 0) pthread_join(t, NULL);
  }
}
