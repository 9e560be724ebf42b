// fermata: holds
// pthread_exit in main ends one thread, not the process; that ends with its last thread.
#include <pthread.h>
#include <stdio.h>

static void *worker(void *unused) {
  (void)unused;
  puts("still here");
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_detach(thread);
  pthread_exit(NULL);
}
