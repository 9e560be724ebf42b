// fermata: holds
// A volatile flag is read again in each turn of the loop; it is set some time.
#include <pthread.h>

static volatile int flag;

static void *setter(void *unused) {
  (void)unused;
  flag = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, setter, NULL);
  while (!flag) {}
  pthread_join(thread, NULL);
  return 0;
}
