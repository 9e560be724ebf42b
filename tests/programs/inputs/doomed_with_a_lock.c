// fermata: violated hang stuck-loop
// The first thread has the lock, and its next step can only be followed by broken assumptions, of its own and of the
// third. So that is no step, and the lock is never released, while the third goes on.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag, never;

static void *first(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  flag = 1;
  fermata_assume(never);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *second(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *third(void *unused) {
  (void)unused;
  for (;;) fermata_assume(flag == 0);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_create(&c, NULL, third, NULL);
  pthread_join(b, NULL);
  return 0;
}
