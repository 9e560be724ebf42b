// fermata: violated safety assertion at 16
// fermata-says: reach_error was called
// Its name makes it an error, whatever its body does; the body runs first.
#include <pthread.h>
#include <stdio.h>

static int state;

void reach_error(void) { puts("there"); }

static void *write_state(void *unused) {
  state = 1;
  return unused;
}

static void check(int seen) { if (seen) reach_error(); }  // fails here

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, write_state, NULL);
  check(state);
  pthread_join(thread, NULL);
  return 0;
}
