/* fermata: violated safety assertion at 27 */
/* A deadline that a late thread has set passes, too. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static long deadline;

static long seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec;
}

static void *plan(void *p) {
  const long begin = seconds(), end = seconds();
  if (end - begin > 60) deadline = end + 5;
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, plan, NULL);
  pthread_join(t, NULL);
  const long now = seconds();
  if (deadline)
    assert(now <= deadline); /* fails here */
  return 0;
}
