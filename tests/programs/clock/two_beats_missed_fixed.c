/* fermata: holds */
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t posted;

static long seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec;
}

static void *watch(void *p) {
  int missed = 0;
  long last = seconds();
  for (int beat = 0; beat < 2; beat++) {
    const long now = seconds();
    if (now - last <= 1) return p;
    last = now;
    missed++;
  }
  if (missed == 2) sem_wait(&posted);
  return p;
}

int main(void) {
  pthread_t t;
  sem_init(&posted, 0, 0);
  pthread_create(&t, NULL, watch, NULL);
  sem_post(&posted);
  pthread_join(t, NULL);
  return 0;
}
