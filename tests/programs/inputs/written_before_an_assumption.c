// fermata: violated hang stuck-loop at 22
// What a thread has written is there, also if the thread comes to break an assumption: main may have read it before.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

bool __VERIFIER_nondet_bool(void);
static atomic_int flag;

static void *sender(void *unused) {
  (void)unused;
  const bool good = __VERIFIER_nondet_bool();
  flag = good ? 1 : 2;
  fermata_assume(good);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sender, NULL);
  while (flag == 2) {  // stuck here
  }
  pthread_join(thread, NULL);
  return 0;
}
