// fermata: holds
// main may be joined as well, if it leaves by pthread_exit.
#include <assert.h>
#include <pthread.h>

static pthread_t main_thread;
static int value;

static void *worker(void *unused) {
  (void)unused;
  pthread_join(main_thread, NULL);
  assert(value == 3);
  return NULL;
}

int main(void) {
  main_thread = pthread_self();
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_detach(thread);
  value = 3;
  pthread_exit(NULL);
}
