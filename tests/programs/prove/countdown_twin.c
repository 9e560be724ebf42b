// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because no function was found
// fermata-args: --engine prove --property termination
// One of them counts up.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* by_two(void* arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    int over = x <= 0;
    if (!over) x -= 2;
    pthread_mutex_unlock(&m);
    if (over) break;
  }
  return arg;
}

static void* by_three(void* arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    int over = x <= 0;
    if (!over) x += 3;
    pthread_mutex_unlock(&m);
    if (over) break;
  }
  return arg;
}

int main(void) {
  int first = __VERIFIER_nondet_int();
  if (first > 1000000) return 0;
  x = first;
  pthread_t a, b;
  pthread_create(&a, 0, by_two, 0);
  pthread_create(&b, 0, by_three, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
