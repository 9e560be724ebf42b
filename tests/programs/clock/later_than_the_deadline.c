/* fermata: violated safety assertion at 20 */
/* Who has waited until a deadline may look at the clock long after it. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

int main(void) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += 1;
  pthread_mutex_lock(&mutex);
  while (pthread_cond_timedwait(&never, &mutex, &end) != ETIMEDOUT) {
  }
  pthread_mutex_unlock(&mutex);
  assert(time(NULL) >= end.tv_sec);
  assert(time(NULL) < end.tv_sec + 60); /* fails here */
  return 0;
}
