// fermata: holds
// The author has thought of each state.
#include <pthread.h>

static int state;

static void *close_it(void *unused) {
  (void)unused;
  state = 2;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, close_it, NULL);
  switch (state) {
    case 0: case 2: break;
    default: __builtin_unreachable();
  }
  pthread_join(thread, NULL);
  return 0;
}
