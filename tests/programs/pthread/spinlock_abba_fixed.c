// fermata: holds
// The twin of spinlock_abba.c: one order.
#include <pthread.h>

static pthread_spinlock_t a, b;

static void *with_both(void *unused) {
  (void)unused;
  pthread_spin_lock(&a);
  pthread_spin_lock(&b);
  pthread_spin_unlock(&b);
  pthread_spin_unlock(&a);
  return NULL;
}

int main(void) {
  pthread_spin_init(&a, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_init(&b, PTHREAD_PROCESS_PRIVATE);
  pthread_t thread;
  pthread_create(&thread, NULL, with_both, NULL);
  with_both(NULL);
  pthread_join(thread, NULL);
  return 0;
}
