// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// A reader stops reading before it becomes the writer, and then looks again.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int size;

static void grow(void) {
  pthread_rwlock_rdlock(&lock);
  int empty = size == 0;
  pthread_rwlock_unlock(&lock);
  if (!empty) return;
  pthread_rwlock_wrlock(&lock);
  if (size == 0) size = 1;
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
