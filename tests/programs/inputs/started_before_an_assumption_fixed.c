// fermata: holds
// Assumed before it is started.
#include <assert.h>
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

bool __VERIFIER_nondet_bool(void);
static bool bad;

static void *reader(void *unused) {
  (void)unused;
  assert(!bad);
  return NULL;
}

int main(void) {
  pthread_t thread;
  const bool chosen = __VERIFIER_nondet_bool();
  bad = chosen;
  fermata_assume(!chosen);
  pthread_create(&thread, NULL, reader, NULL);
  pthread_join(thread, NULL);
  return 0;
}
