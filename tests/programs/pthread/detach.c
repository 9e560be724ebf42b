// fermata: holds
// A thread detached after its creation; main learns from a semaphore that it is done.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static int result;

static void *compute(void *unused) {
  (void)unused;
  result = 6 * 7;
  sem_post(&done);
  return NULL;
}

int main(void) {
  sem_init(&done, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, compute, NULL);
  pthread_detach(thread);
  sem_wait(&done);
  assert(result == 42);
  return 0;
}
