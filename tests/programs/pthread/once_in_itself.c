// fermata: violated hang self-deadlock at 9
// The routine of a once asks for the same once.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int depth;

static void set_up(void) {
  if (depth++ == 0) pthread_once(&once, set_up);  // stuck here
}

int main(void) {
  pthread_once(&once, set_up);
  return 0;
}
