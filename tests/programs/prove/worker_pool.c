// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because no function was found that falls
// fermata-args: --engine prove --property termination
// Workers draw the number of their next task. Not proved yet: the number stays near the number of tasks, which no fact says.
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
static atomic_int next; static int tasks;
static void* worker(void* arg) {
  while (next++ < tasks) {}
  return arg;
}
int main(void) {
  tasks = __VERIFIER_nondet_int();
  if (tasks > 1000) tasks = 1000;
  pthread_t t[2];
  pthread_create(&t[0], 0, worker, 0);
  pthread_create(&t[1], 0, worker, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
