// fermata: violated safety assertion at 14
// A thread that was started runs, also if its creator comes to break an assumption.
#include <assert.h>
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

bool __VERIFIER_nondet_bool(void);
static bool bad;

static void *reader(void *unused) {
  (void)unused;
  assert(!bad);  // fails here
  return NULL;
}

int main(void) {
  pthread_t thread;
  const bool chosen = __VERIFIER_nondet_bool();
  bad = chosen;
  pthread_create(&thread, NULL, reader, NULL);
  fermata_assume(!chosen);
  pthread_join(thread, NULL);
  return 0;
}
