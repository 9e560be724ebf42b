// fermata: unmodelled a futex operation with a mask other than FUTEX_BITSET_MATCH_ANY
// Who sleeps with bit 2 is not woken by bit 1.
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static int word;

static void *sleeper(void *unused) {
  (void)unused;
  syscall(SYS_futex, &word, FUTEX_WAIT_BITSET, 0, NULL, NULL, 2);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sleeper, NULL);
  syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 1, NULL, NULL, 1);
  pthread_join(thread, NULL);
  return 0;
}
