// fermata: holds
// The twin of sem_missing_post.c: the job is there before the worker is.
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
  atomic_store(&jobs, 1);
  pthread_create(&thread, NULL, worker, NULL);
  sem_wait(&done);
  pthread_join(thread, NULL);
  return 0;
}
