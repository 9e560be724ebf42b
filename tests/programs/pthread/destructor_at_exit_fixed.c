// fermata: holds
// _exit ends the process without it.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((destructor)) static void flush(void) {
  pthread_mutex_lock(&log_lock);
  pthread_mutex_unlock(&log_lock);
}

int main(void) {
  pthread_mutex_lock(&log_lock);
  _exit(1);
}
