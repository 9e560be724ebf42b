// fermata: holds
// A recursive mutex by its static initialiser.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int balance;

static void deposit(int amount) {
  pthread_mutex_lock(&mutex);
  balance += amount;
  pthread_mutex_unlock(&mutex);
}

static void *twice(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  deposit(1);
  deposit(1);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, twice, NULL);
  twice(NULL);
  pthread_join(thread, NULL);
  assert(balance == 4);
  return 0;
}
