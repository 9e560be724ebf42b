// fermata: violated safety assertion
// fermata-explains: 'full': somebody looks whether it is taken without waiting for it, so taking it is a step of its own
//
// There are as many units as fit, so a post fails, unless another thread has just taken one: to take a unit and to give it back
// is not one step here.
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t full;

static void *borrow(void *unused) {
  (void)unused;
  sem_wait(&full);
  sem_post(&full);
  return NULL;
}

int main(void) {
  sem_init(&full, 0, SEM_VALUE_MAX);
  pthread_t thread;
  pthread_create(&thread, NULL, borrow, NULL);
  const int error = sem_post(&full);
  assert(error != 0);  // fails here
  pthread_join(thread, NULL);
  return 0;
}
