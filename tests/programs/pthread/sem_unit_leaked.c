// fermata: violated hang leaked-unit at 30
// fermata-says: 'reader#1' ended without giving back a unit that it took
// One permit for two readers. One that finds nothing to read leaves with its permit.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t permits;
static atomic_int pages = 1;

static int read_page(void) {
  sem_wait(&permits);
  if (atomic_load(&pages) == 0) return 0;
  sem_post(&permits);
  return 1;
}

static void *reader(void *unused) {
  (void)unused;
  read_page();
  return NULL;
}

int main(void) {
  sem_init(&permits, 0, 1);
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  atomic_store(&pages, 0);
  pthread_join(thread, NULL);
  sem_wait(&permits);  // stuck here
  sem_post(&permits);
  return 0;
}
