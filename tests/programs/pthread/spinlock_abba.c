// fermata: violated hang deadlock at 9
// Two spin locks in two orders.
#include <pthread.h>

static pthread_spinlock_t a, b;

static void with_both(pthread_spinlock_t *first, pthread_spinlock_t *second) {
  pthread_spin_lock(first);
  pthread_spin_lock(second);  // stuck here
  pthread_spin_unlock(second);
  pthread_spin_unlock(first);
}

static void *b_then_a(void *unused) {
  (void)unused;
  with_both(&b, &a);
  return NULL;
}

int main(void) {
  pthread_spin_init(&a, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_init(&b, PTHREAD_PROCESS_PRIVATE);
  pthread_t thread;
  pthread_create(&thread, NULL, b_then_a, NULL);
  with_both(&a, &b);
  pthread_join(thread, NULL);
  return 0;
}
