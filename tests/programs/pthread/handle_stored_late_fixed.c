// fermata: holds
// The twin of handle_stored_late.c: a thread knows itself without being told.
#include <pthread.h>
#include <stddef.h>

static pthread_t worker;

static void *work(void *unused) {
  pthread_detach(pthread_self());
  return unused;
}

int main(void) {
  pthread_create(&worker, NULL, work, NULL);
  pthread_exit(NULL);
}
