// fermata: holds
// The twin of sem_two_orders.c: one order.
#include <pthread.h>
#include <semaphore.h>

static sem_t a, b;

static void *with_both(void *unused) {
  (void)unused;
  sem_wait(&a);
  sem_wait(&b);
  sem_post(&b);
  sem_post(&a);
  return NULL;
}

int main(void) {
  sem_init(&a, 0, 1);
  sem_init(&b, 0, 1);
  pthread_t thread;
  pthread_create(&thread, NULL, with_both, NULL);
  with_both(NULL);
  pthread_join(thread, NULL);
  return 0;
}
