// fermata: holds
// A semaphore that nobody posts, awaited until a moment that has passed.
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <time.h>

int main(void) {
  struct timespec deadline = {1, 0};
  sem_t never;
  sem_init(&never, 0, 0);
  int result = sem_timedwait(&never, &deadline);
  assert(result == -1 && errno == ETIMEDOUT);
  sem_post(&never);
  result = sem_timedwait(&never, &deadline);
  if (result == 0) sem_post(&never);
  sem_destroy(&never);
  return 0;
}
