// fermata: holds
// The twin of philosophers.c: the last philosopher is right-handed.
#include <pthread.h>

enum { SEATS = 3 };
static pthread_mutex_t forks[SEATS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                       PTHREAD_MUTEX_INITIALIZER};
static int seats[SEATS] = {0, 1, 2};

static void *dine(void *argument) {
  int seat = *(int *)argument;
  int next = (seat + 1) % SEATS;
  int first = seat < next ? seat : next;
  int second = seat < next ? next : seat;
  pthread_mutex_lock(&forks[first]);
  pthread_mutex_lock(&forks[second]);
  pthread_mutex_unlock(&forks[second]);
  pthread_mutex_unlock(&forks[first]);
  return NULL;
}

int main(void) {
  pthread_t threads[SEATS];
  for (int i = 0; i < SEATS; i++) pthread_create(&threads[i], NULL, dine, &seats[i]);
  for (int i = 0; i < SEATS; i++) pthread_join(threads[i], NULL);
  return 0;
}
