// fermata: violated hang self-deadlock at 9
// A default mutex, statically initialised, locked twice by its owner.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int entries;

static void inner(void) {
  pthread_mutex_lock(&mutex);  // stuck here
  entries++;
  pthread_mutex_unlock(&mutex);
}

int main(void) {
  pthread_mutex_lock(&mutex);
  entries++;
  inner();
  pthread_mutex_unlock(&mutex);
  return 0;
}
