// fermata: violated hang never-signalled at 10
// main leaves by pthread_exit; the worker stays, and waits for a post that nobody will make.
#include <pthread.h>
#include <semaphore.h>

static sem_t work;

static void *worker(void *unused) {
  (void)unused;
  sem_wait(&work);  // stuck here
  return NULL;
}

int main(void) {
  sem_init(&work, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_detach(thread);
  pthread_exit(NULL);
}
