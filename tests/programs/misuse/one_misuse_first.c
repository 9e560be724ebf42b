// fermata: violated safety misuse at 19
// fermata-args: --first
// What is found first is all that is wanted.
#include <pthread.h>
int __VERIFIER_nondet_bool(void);

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *backwards(void *unused) {
  pthread_mutex_lock(&b), pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a), pthread_mutex_unlock(&b);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&a);
  if (__VERIFIER_nondet_bool()) pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&a);  // once too often, perhaps
  pthread_create(&thread, NULL, backwards, NULL);
  pthread_mutex_lock(&a), pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b), pthread_mutex_unlock(&a);
  pthread_join(thread, NULL);
  return 0;
}
