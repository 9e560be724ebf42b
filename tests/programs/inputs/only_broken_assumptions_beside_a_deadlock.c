// fermata: unknown because every run breaks an assumption
// Two threads wait for each other; the third can only break its assumption, so none of that is a state.
#include <fermata/fermata.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER;
static int zero;

static void *one(void *unused) {
  (void)unused;
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&c), pthread_mutex_unlock(&c);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b), pthread_mutex_unlock(&a);
  return NULL;
}

static void *other(void *unused) {
  (void)unused;
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a), pthread_mutex_unlock(&b);
  return NULL;
}

static void *third(void *unused) {
  (void)unused;
  pthread_mutex_lock(&c);
  fermata_assume(zero == 1);
  pthread_mutex_unlock(&c);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, other, NULL);
  pthread_create(&threads[2], NULL, third, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  return 0;
}
