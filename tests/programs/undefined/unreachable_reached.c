// fermata: violated safety undefined-behaviour at 18
// A state that the author held to be impossible.
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
    case 0: break;
    default: __builtin_unreachable();  // fails here
  }
  pthread_join(thread, NULL);
  return 0;
}
