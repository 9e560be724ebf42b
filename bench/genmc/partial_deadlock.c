// SPDX-License-Identifier: Apache-2.0
// fermata: violated hang deadlock at 13
// Two threads block each other; the third does its work and ends, and main has left with pthread_exit.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int beats;

static void with_both(pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);  // stuck here
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void *a_then_b(void *unused) {
  (void)unused;
  with_both(&a, &b);
  return NULL;
}

static void *b_then_a(void *unused) {
  (void)unused;
  with_both(&b, &a);
  return NULL;
}

static void *beat(void *unused) {
  (void)unused;
  atomic_fetch_add(&beats, 1);
  return NULL;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, NULL, a_then_b, NULL);
  pthread_create(&two, NULL, b_then_a, NULL);
  pthread_create(&three, NULL, beat, NULL);
  pthread_exit(NULL);
}
