// fermata: holds
// puts from two threads.
#include <pthread.h>
#include <stdio.h>

static void *say(void *text) {
  puts(text);
  return NULL;
}

int main(void) {
  pthread_t thread;
  char hello[] = "hello";
  pthread_create(&thread, NULL, say, hello);
  puts("main");
  pthread_join(thread, NULL);
  fputs("done\n", stdout);
  return 0;
}
