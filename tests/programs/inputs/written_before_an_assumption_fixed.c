// fermata: holds
// Assumed before anybody can see it.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

bool __VERIFIER_nondet_bool(void);
static atomic_int flag;

static void *sender(void *unused) {
  (void)unused;
  const bool good = __VERIFIER_nondet_bool();
  fermata_assume(good);
  flag = good ? 1 : 2;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sender, NULL);
  while (flag == 2) {
  }
  pthread_join(thread, NULL);
  return 0;
}
