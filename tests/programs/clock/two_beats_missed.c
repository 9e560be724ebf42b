/* fermata: violated hang never-signalled at 25 */
/* In each round time may pass since the one before, and twice is too often. */
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t never_posted;

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
  if (missed == 2)
    sem_wait(&never_posted); /* stuck here */
  return p;
}

int main(void) {
  pthread_t t;
  sem_init(&never_posted, 0, 0);
  pthread_create(&t, NULL, watch, NULL);
  pthread_join(t, NULL);
  return 0;
}
