// fermata: violated hang deadlock
// What is assumed of an input comes late, after locks were taken and given back: all that leads there is no state.
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *unused) {
  (void)unused;
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  const int swapped = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= swapped && swapped <= 2);
  pthread_mutex_lock(swapped ? &b : &a);
  pthread_mutex_lock(swapped ? &a : &b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  __VERIFIER_assume(swapped != 2);
  pthread_join(thread, NULL);
  return 0;
}
