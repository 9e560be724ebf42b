// fermata: holds
// fermata-clang: -O2
// A plain flag is read again in each turn of the loop, at -O2 as well; it is set some time.
#include <pthread.h>

static int flag;

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
