// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// One puts as many into a buffer of two as it likes, and says when it is done.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int items, count, over;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;

static void* producer(void* arg) {
  for (int i = 0; i < items; i++) {
    pthread_mutex_lock(&m);
    while (count == 2) pthread_cond_wait(&emptied, &m);
    count++;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&m);
  }
  pthread_mutex_lock(&m);
  over = 1;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&m);
  return arg;
}

static void* consumer(void* arg) {
  pthread_mutex_lock(&m);
  for (;;) {
    while (count == 0 && !over) pthread_cond_wait(&filled, &m);
    if (count == 0) break;
    count--;
    pthread_cond_signal(&emptied);
  }
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  items = __VERIFIER_nondet_int();
  pthread_t p, c;
  pthread_create(&p, 0, producer, 0);
  pthread_create(&c, 0, consumer, 0);
  pthread_join(p, 0);
  pthread_join(c, 0);
  return 0;
}
