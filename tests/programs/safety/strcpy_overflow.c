// fermata: violated safety invalid-access at 22
// A name that another thread made longer is copied into a buffer made for the short one.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static char short_name[] = "ann";
static char long_name[] = "annabella";
static _Atomic(char *) name = short_name;

static void *rename_it(void *unused) {
  (void)unused;
  atomic_store(&name, long_name);
  return NULL;
}

int main(void) {
  char buffer[4];
  pthread_t thread;
  pthread_create(&thread, NULL, rename_it, NULL);
  strcpy(buffer, atomic_load(&name));  // fails here
  pthread_join(thread, NULL);
  puts(buffer);
  return 0;
}
