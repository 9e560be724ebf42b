// fermata: holds
// The builtins of older code: __atomic_* and __sync_* on plain variables.
#include <assert.h>
#include <pthread.h>

static int counter;
static int lock;
static int guarded;

static void *run(void *unused) {
  (void)unused;
  __sync_fetch_and_add(&counter, 1);
  __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
  while (__sync_lock_test_and_set(&lock, 1)) {
  }
  guarded++;
  __sync_lock_release(&lock);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
  assert(__atomic_load_n(&counter, __ATOMIC_ACQUIRE) == 4);
  assert(guarded == 2);
  int four = 4;
  int weak = 0;
  assert(__atomic_compare_exchange_n(&counter, &four, 5, weak, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  assert(__sync_bool_compare_and_swap(&counter, 5, 6));
  return 0;
}
