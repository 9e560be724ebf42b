// fermata: violated safety assertion at 24
// Half a second is added to the nanoseconds, and nothing carried over. That goes well as long as the mutex is free: only whoever has to
// wait is told that this is no time.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int turns;

static struct timespec half_a_second_after(struct timespec t) {
  t.tv_nsec += 500000000;
  return t;
}

static void *take_turn(void *unused) {
  const struct timespec now = {2000000000, 700000000}, deadline = half_a_second_after(now);
  const int result = pthread_mutex_timedlock(&mutex, &deadline);
  if (result == 0) {
    turns++;
    pthread_mutex_unlock(&mutex);
  } else {
    assert(result == ETIMEDOUT);  // fails here
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  take_turn(NULL);
  pthread_create(&thread, NULL, take_turn, NULL);
  take_turn(NULL);
  pthread_join(thread, NULL);
  return 0;
}
