// fermata: holds
// The first thread is doomed before it takes the lock, and so leaves it to the second.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag, never;

static void *first(void *unused) {
  (void)unused;
  flag = 1;
  fermata_assume(never);
  pthread_mutex_lock(&mutex);
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
