// fermata: holds
// It is there, and never called.
#include <pthread.h>
#include <stdio.h>

static int state;

void reach_error(void) { puts("there"); }

static void *write_state(void *unused) {
  state = 1;
  return unused;
}

static void check(int seen) { if (seen) reach_error(); }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, write_state, NULL);
  check(state > 1);
  pthread_join(thread, NULL);
  return 0;
}
