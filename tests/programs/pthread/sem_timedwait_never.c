// fermata: violated hang never-signalled at 11
// fermata-args: --timeouts never
// The program of sem_timedwait_may.c when timeouts do not fire.
#include <semaphore.h>
#include <time.h>

int main(void) {
  struct timespec deadline = {4102444800, 0};  // the year 2100
  sem_t never;
  sem_init(&never, 0, 0);
  sem_timedwait(&never, &deadline);  // stuck here
  sem_destroy(&never);
  return 0;
}
