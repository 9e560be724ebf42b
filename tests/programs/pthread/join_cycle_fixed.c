// fermata: holds
// The twin of join_cycle.c: the chain of joins ends with a thread that joins nobody.
#include <pthread.h>
#include <semaphore.h>

static pthread_t first, second;
static sem_t second_known;

static void *join_nobody(void *unused) {
  (void)unused;
  return NULL;
}

static void *join_second(void *unused) {
  (void)unused;
  sem_wait(&second_known);
  pthread_join(second, NULL);
  return NULL;
}

int main(void) {
  sem_init(&second_known, 0, 0);
  pthread_create(&first, NULL, join_second, NULL);
  pthread_create(&second, NULL, join_nobody, NULL);
  sem_post(&second_known);
  pthread_join(first, NULL);
  return 0;
}
