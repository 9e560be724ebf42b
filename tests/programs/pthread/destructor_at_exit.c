// fermata: violated hang self-deadlock at 9
// A function that runs when the process ends takes a lock that whoever calls exit may hold.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((destructor)) static void flush(void) {
  pthread_mutex_lock(&log_lock);  // stuck here
  pthread_mutex_unlock(&log_lock);
}

int main(void) {
  pthread_mutex_lock(&log_lock);
  exit(1);
}
