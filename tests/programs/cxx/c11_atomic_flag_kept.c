// fermata: violated hang stuck-loop at 12
// The spin lock of c11_atomic_flag.c without the clear.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int count;

static void *increment(void *unused) {
  (void)unused;
  while (atomic_flag_test_and_set(&lock)) sched_yield();  // stuck here
  count++;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, increment, NULL);
  increment(NULL);
  pthread_join(thread, NULL);
  return 0;
}
