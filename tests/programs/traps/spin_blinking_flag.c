// fermata: holds
// The flag blinks for ever: an unlucky thread always looks when it is off, but it may be lucky.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *blink(void *unused) {
  (void)unused;
  for (;;) atomic_store(&flag, !atomic_load(&flag));
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, blink, NULL);
  while (atomic_load(&flag) == 0) {
  }
  return 0;
}
