// fermata: holds
// A thread created detached, with an explicit stack size.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done;

static void *compute(void *unused) {
  (void)unused;
  sem_post(&done);
  return NULL;
}

int main(void) {
  sem_init(&done, 0, 0);
  pthread_attr_t attr;
  int state = -1;
  pthread_attr_init(&attr);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  pthread_attr_getdetachstate(&attr, &state);
  assert(state == PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attr, 1024 * 1024);
  pthread_t thread;
  pthread_create(&thread, &attr, compute, NULL);
  pthread_attr_destroy(&attr);
  sem_wait(&done);
  return 0;
}
