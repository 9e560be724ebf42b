// fermata: violated safety assertion at 15
// A destructor that counts on something that was closed by a handler before it.
#include <assert.h>
#include <stdlib.h>

static int *log_file;

static void close_log(void) {
  free(log_file);
  log_file = NULL;
}

__attribute__((constructor)) static void start(void) { log_file = malloc(sizeof *log_file), atexit(close_log); }
__attribute__((destructor)) static void say_goodbye(void) {
  assert(log_file);  // fails here
}

int main(void) { return 0; }
