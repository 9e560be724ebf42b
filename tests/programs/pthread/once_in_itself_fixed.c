// fermata: holds
// The twin of once_in_itself.c: the second part has a once of its own.
#include <assert.h>
#include <pthread.h>

static pthread_once_t first_once = PTHREAD_ONCE_INIT;
static pthread_once_t second_once = PTHREAD_ONCE_INIT;
static int depth;

static void set_up_second(void) { depth++; }

static void set_up_first(void) {
  depth++;
  pthread_once(&second_once, set_up_second);
}

int main(void) {
  pthread_once(&first_once, set_up_first);
  pthread_once(&second_once, set_up_second);
  assert(depth == 2);
  return 0;
}
