// fermata: holds
// The textbook bounded buffer: one mutex, two condition variables.
#include <assert.h>
#include <pthread.h>

enum { CAPACITY = 1, ITEMS = 2 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int buffer[CAPACITY];
static int count;

static void *produce(void *unused) {
  (void)unused;
  for (int item = 1; item <= ITEMS; item++) {
    pthread_mutex_lock(&mutex);
    while (count == CAPACITY) pthread_cond_wait(&not_full, &mutex);
    buffer[count++] = item;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, NULL, produce, NULL);
  for (int item = 1; item <= ITEMS; item++) {
    pthread_mutex_lock(&mutex);
    while (count == 0) pthread_cond_wait(&not_empty, &mutex);
    int got = buffer[--count];
    assert(got == item);
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
  }
  pthread_join(producer, NULL);
  return 0;
}
