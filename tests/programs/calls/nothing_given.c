// fermata: holds
// fermata-assumes: standard input is empty (--stdin)
// fermata-assumes: files that were not given are missing (--file)
// fermata-assumes: environment variables that were not given are not set (--env)
// fermata-assumes: no signals arrive
// What a program looks for and does not find is said with the answer.
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static volatile sig_atomic_t stopped;
static void stop(int number) { stopped = number; }

int main(int count, char **words) {
  assert(count == 1 && words[1] == NULL);
  signal(SIGINT, stop);
  assert(getchar() == EOF && feof(stdin));
  assert(!getenv("HOME"));
  assert(!fopen("missing.txt", "r"));
  assert(!stopped);
}
