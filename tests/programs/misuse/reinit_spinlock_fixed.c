// fermata: holds
// The twin of reinit_spinlock.c: it is initialised once.
#include <pthread.h>

static pthread_spinlock_t lock;
static int value;

static void *work(void *unused) {
  pthread_spin_lock(&lock);
  value++;
  pthread_spin_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_spin_init(&lock, 0), pthread_create(&worker, NULL, work, NULL);
  pthread_join(worker, NULL);
  return 0;
}
