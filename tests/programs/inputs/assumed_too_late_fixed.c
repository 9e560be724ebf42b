// fermata: holds
// What is assumed of the message belongs to the input.
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
static atomic_int message = -1;

static void *sender(void *unused) {
  (void)unused;
  const int chosen = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= chosen && chosen <= 3);
  __VERIFIER_assume(chosen % 2 == 0);
  message = chosen;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sender, NULL);
  int received;
  while ((received = message) < 0) {
  }
  pthread_join(thread, NULL);
  return 0;
}
