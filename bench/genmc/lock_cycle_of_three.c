// SPDX-License-Identifier: Apache-2.0
// fermata: violated hang deadlock at 12
// Three threads pass work along a ring of queues and hold their own queue while they take the next one.
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t third = PTHREAD_MUTEX_INITIALIZER;

static void pass_on(pthread_mutex_t *own, pthread_mutex_t *next) {
  pthread_mutex_lock(own);
  pthread_mutex_lock(next);  // stuck here
  pthread_mutex_unlock(next);
  pthread_mutex_unlock(own);
}

static void *from_second(void *unused) {
  (void)unused;
  pass_on(&second, &third);
  return NULL;
}

static void *from_third(void *unused) {
  (void)unused;
  pass_on(&third, &first);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, from_second, NULL);
  pthread_create(&b, NULL, from_third, NULL);
  pass_on(&first, &second);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
