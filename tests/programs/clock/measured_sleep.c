/* fermata: holds */
/* Sleeping takes time: one sleep, two of them, and each way to ask what time it is. */
#define _GNU_SOURCE
#include <assert.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static long long nanoseconds(struct timespec t) { return t.tv_sec * 1000000000ll + t.tv_nsec; }

static long long now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return nanoseconds(t);
}

int main(void) {
  const long long a = now(CLOCK_MONOTONIC);
  usleep(10000);
  usleep(10000);
  const long long b = now(CLOCK_MONOTONIC);
  assert(b - a >= 20000000);

  const time_t c = time(NULL);
  sleep(2);
  assert(time(NULL) - c >= 2);

  struct timeval d, e;
  gettimeofday(&d, NULL);
  thrd_sleep(&(struct timespec){1, 0}, NULL);
  gettimeofday(&e, NULL);
  assert(e.tv_sec - d.tv_sec >= 1);

  struct timespec f, g;
  timespec_get(&f, TIME_UTC);
  f.tv_sec += 5;
  clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &f, NULL);
  timespec_get(&g, TIME_UTC);
  assert(nanoseconds(g) >= nanoseconds(f));

  assert(now(CLOCK_REALTIME) - b >= 8000000000ll);
  assert(clock() <= clock());
  return 0;
}
