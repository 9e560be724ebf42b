// fermata: violated hang deadlock at 13
// Three dining philosophers, all left-handed.
#include <pthread.h>

enum { SEATS = 3 };
static pthread_mutex_t forks[SEATS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                       PTHREAD_MUTEX_INITIALIZER};
static int seats[SEATS] = {0, 1, 2};

static void *dine(void *argument) {
  int seat = *(int *)argument;
  pthread_mutex_lock(&forks[seat]);
  pthread_mutex_lock(&forks[(seat + 1) % SEATS]);  // stuck here
  pthread_mutex_unlock(&forks[(seat + 1) % SEATS]);
  pthread_mutex_unlock(&forks[seat]);
  return NULL;
}

int main(void) {
  pthread_t threads[SEATS];
  for (int i = 0; i < SEATS; i++) pthread_create(&threads[i], NULL, dine, &seats[i]);
  for (int i = 0; i < SEATS; i++) pthread_join(threads[i], NULL);
  return 0;
}
