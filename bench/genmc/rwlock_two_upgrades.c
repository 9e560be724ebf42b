// SPDX-License-Identifier: Apache-2.0
// fermata: violated hang deadlock at 12
// Two readers both want to become the writer, and each waits for the other to stop reading.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int size;

static void grow(void) {
  pthread_rwlock_rdlock(&lock);
  if (size == 0) {
    pthread_rwlock_wrlock(&lock);  // stuck here
    size = 1;
    pthread_rwlock_unlock(&lock);
  }
  pthread_rwlock_unlock(&lock);
}

static void *other(void *unused) {
  (void)unused;
  grow();
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  grow();
  pthread_join(thread, NULL);
  return 0;
}
