// fermata: holds
// A function whose name begins with __VERIFIER_atomic_ is one step: no increment gets lost.
#include <pthread.h>

extern void reach_error(void);

static int count;

static void __VERIFIER_atomic_increment(void) {
  int seen = count;
  count = seen + 1;
}

static void *work(void *unused) {
  (void)unused;
  __VERIFIER_atomic_increment();
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  if (count != 2) reach_error();
  return 0;
}
