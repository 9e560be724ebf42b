// fermata: holds
// The twin of exit_from_main_thread_blocked.c: main posts before it leaves.
#include <pthread.h>
#include <semaphore.h>

static sem_t work;

static void *worker(void *unused) {
  (void)unused;
  sem_wait(&work);
  return NULL;
}

int main(void) {
  sem_init(&work, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_detach(thread);
  sem_post(&work);
  pthread_exit(NULL);
}
