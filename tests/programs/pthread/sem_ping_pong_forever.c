// fermata: violated hang stuck-loop at 24,12
// fermata-says: thread 'main' can loop forever
// Whoever sleeps where the loop begins is woken in it: nobody waits for ever, but nobody ends.
#include <pthread.h>
#include <semaphore.h>

static sem_t full, empty;

static void *producer(void *unused) {
  (void)unused;
  for (;;) {
    sem_wait(&empty);
    sem_post(&full);
  }
  return NULL;
}

int main(void) {
  sem_init(&full, 0, 0);
  sem_init(&empty, 0, 1);
  pthread_t thread;
  pthread_create(&thread, NULL, producer, NULL);
  for (;;) {
    sem_wait(&full);  // stuck here
    sem_post(&empty);
  }
  return 0;
}
