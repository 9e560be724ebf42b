// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because no function was found
// fermata-args: --engine prove --property termination
// One of them puts back as much as the other takes, and more.
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);

static atomic_int left;

static void* takes_one(void* arg) {
  while (left > 0) left -= 1;
  return arg;
}

static void* takes_two(void* arg) {
  while (left > 0) left += 2;
  return arg;
}

int main(void) {
  left = __VERIFIER_nondet_int();
  pthread_t one, two;
  pthread_create(&one, 0, takes_one, 0);
  pthread_create(&two, 0, takes_two, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
