// fermata: holds
// Assumed while nobody else can have the lock.
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
  fermata_assume(!chosen);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  pthread_mutex_lock(&mutex);
  assert(!bad);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
