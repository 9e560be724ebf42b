// fermata: violated safety misuse at 9
// The new thread detaches itself with the handle that pthread_create stores for its creator. It may run before that is stored.
#include <pthread.h>
#include <stddef.h>

static pthread_t worker;

static void *work(void *unused) {
  pthread_detach(worker);  // fails here
  return unused;
}

int main(void) {
  pthread_create(&worker, NULL, work, NULL);
  pthread_exit(NULL);
}
