// fermata: violated hang stuck-loop at 17
// fermata-clang: -O2
// A plain flag is read again in each turn of the loop, at -O2 as well; nobody sets it.
#include <pthread.h>

static int flag;

static void *setter(void *unused) {
  (void)unused;
  flag = 0;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, setter, NULL);
  while (!flag) {}  // stuck here
  pthread_join(thread, NULL);
  return 0;
}
