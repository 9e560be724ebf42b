// fermata: holds
// One permit for two readers. Whoever finds nothing to read gives its permit back, too.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t permits;
static atomic_int pages = 1;

static int read_page(void) {
  sem_wait(&permits);
  const int any = atomic_load(&pages) != 0;
  sem_post(&permits);
  return any;
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
  sem_wait(&permits);
  sem_post(&permits);
  return 0;
}
