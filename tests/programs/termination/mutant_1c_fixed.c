// fermata: holds
// fermata-args: --property hang,safety,termination
// The operation reads g with the lock, so it needs no second try. It may have to wait for the lock again and again; but
// whenever the lock is free it could go on, and a strongly fair scheduler lets it, some day.
#include <pthread.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

pthread_mutex_t x = PTHREAD_MUTEX_INITIALIZER;
bool g;

void *thread1(void *arg) {
  while (__VERIFIER_nondet_bool()) {
    pthread_mutex_lock(&x);
    g = __VERIFIER_nondet_bool();
    pthread_mutex_unlock(&x);
  }
  return arg;
}
void *thread2(void *arg) {
  pthread_mutex_lock(&x);
  g = !g;
  pthread_mutex_unlock(&x);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, thread1, 0);
  pthread_create(&b, 0, thread2, 0);
  pthread_join(b, 0);
}
