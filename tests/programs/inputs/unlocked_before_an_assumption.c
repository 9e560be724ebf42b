// fermata: violated safety assertion at 27
// A lock that was given back is free, and what was written under it can be read, whatever is assumed afterwards.
#include <assert.h>
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

bool __VERIFIER_nondet_bool(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool bad;

static void *writer(void *unused) {
  (void)unused;
  const bool chosen = __VERIFIER_nondet_bool();
  pthread_mutex_lock(&mutex);
  bad = chosen;
  pthread_mutex_unlock(&mutex);
  fermata_assume(!chosen);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  pthread_mutex_lock(&mutex);
  assert(!bad);  // fails here
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
