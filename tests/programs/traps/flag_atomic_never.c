// fermata: violated hang stuck-loop at 17
// An atomic flag is read again in each turn of the loop; nobody sets it.
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int flag;

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
