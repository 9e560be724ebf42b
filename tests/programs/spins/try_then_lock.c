// fermata: holds
// A hundred times try_lock, then lock: a try that fails changes nothing.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void lock(void) {
  for (int n = 0; n < 100; n++)
    if (pthread_mutex_trylock(&m) == 0) return;
  pthread_mutex_lock(&m);
}

static void *add(void *unused) {
  lock();
  sum++;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  add(NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(sum == 3);
  return 0;
}
