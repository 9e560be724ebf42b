// fermata: holds
// fermata-args: --timeouts may
// A semaphore that nobody posts, awaited for a limited, if long, time.
#include <semaphore.h>
#include <time.h>

int main(void) {
  struct timespec deadline = {4102444800, 0};  // the year 2100
  sem_t never;
  sem_init(&never, 0, 0);
  sem_timedwait(&never, &deadline);
  sem_destroy(&never);
  return 0;
}
