// fermata: violated hang stuck-loop at 23
// Of what another thread sends, something is assumed only after the wait for it. With a message that breaks that, the
// step that sends it is none; and the wait goes on for ever, since it spins.
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
static atomic_int message = -1;

static void *sender(void *unused) {
  (void)unused;
  const int chosen = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= chosen && chosen <= 3);
  message = chosen;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sender, NULL);
  int received;
  while ((received = message) < 0) {  // stuck here
  }
  __VERIFIER_assume(received % 2 == 0);
  pthread_join(thread, NULL);
  return 0;
}
