// fermata: violated hang never-signalled at 22
// The worker posts only if there was something to do; main waits in any case.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t done;
static atomic_int jobs;

static void *worker(void *unused) {
  (void)unused;
  if (atomic_load(&jobs) == 0) return NULL;
  sem_post(&done);
  return NULL;
}

int main(void) {
  sem_init(&done, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  atomic_store(&jobs, 1);
  sem_wait(&done);  // stuck here
  pthread_join(thread, NULL);
  return 0;
}
