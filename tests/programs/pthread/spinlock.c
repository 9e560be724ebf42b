// fermata: holds
// A spin lock is a mutex that waits awake.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int count;

static void *increment(void *unused) {
  (void)unused;
  pthread_spin_lock(&lock);
  count++;
  pthread_spin_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_t thread;
  pthread_create(&thread, NULL, increment, NULL);
  increment(NULL);
  pthread_join(thread, NULL);
  assert(count == 2);

  int free_now = pthread_spin_trylock(&lock);
  int busy = pthread_spin_trylock(&lock);
  assert(free_now == 0 && busy == EBUSY);
  pthread_spin_unlock(&lock);
  pthread_spin_destroy(&lock);
  return 0;
}
