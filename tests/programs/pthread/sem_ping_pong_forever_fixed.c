// fermata: holds
// Both stop after two rounds.
#include <pthread.h>
#include <semaphore.h>

static sem_t full, empty;

static void *producer(void *unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
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
  for (int i = 0; i < 2; i++) {
    sem_wait(&full);
    sem_post(&empty);
  }
  return 0;
}
