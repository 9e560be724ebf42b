// fermata: holds
// An atomic_flag as a spin lock.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int count;

static void *increment(void *unused) {
  (void)unused;
  while (atomic_flag_test_and_set(&lock)) sched_yield();
  count++;
  atomic_flag_clear(&lock);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, increment, NULL);
  increment(NULL);
  pthread_join(thread, NULL);
  assert(count == 2);
  return 0;
}
