// fermata: violated hang never-signalled at 11
// fermata-says: 'b_then_a#1' took a unit in step 3 and has not given it back
// Two semaphores of one, taken in two orders: each thread waits for a post the other cannot make.
#include <pthread.h>
#include <semaphore.h>

static sem_t a, b;

static void with_both(sem_t *first, sem_t *second) {
  sem_wait(first);
  sem_wait(second);  // stuck here
  sem_post(second);
  sem_post(first);
}

static void *b_then_a(void *unused) {
  (void)unused;
  with_both(&b, &a);
  return NULL;
}

int main(void) {
  sem_init(&a, 0, 1);
  sem_init(&b, 0, 1);
  pthread_t thread;
  pthread_create(&thread, NULL, b_then_a, NULL);
  with_both(&a, &b);
  pthread_join(thread, NULL);
  return 0;
}
