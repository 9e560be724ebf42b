/* fermata: holds */
/* Both looks are made by one function of the program's own; where it is called from tells them apart. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t never_posted;

__attribute__((noinline)) static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void *wait(void *p) {
  const double before = seconds();
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += 3;
  if (sem_timedwait(&never_posted, &end) == -1 && errno == ETIMEDOUT) assert(seconds() - before >= 3);
  assert(seconds() >= before);
  return p;
}

int main(void) {
  pthread_t t;
  sem_init(&never_posted, 0, 0);
  pthread_create(&t, NULL, wait, NULL);
  wait(NULL);
  pthread_join(t, NULL);
  return 0;
}
