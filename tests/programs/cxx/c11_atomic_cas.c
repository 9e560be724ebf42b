// fermata: holds
// Compare-exchange in C: the strong one decides a race, the weak one sits in a loop.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int owner;
static atomic_int wins;
static _Atomic long total = 1;

static void *run(void *argument) {
  int me = *(int *)argument;
  int nobody = 0;
  if (atomic_compare_exchange_strong(&owner, &nobody, me)) wins++;
  long seen = atomic_load(&total);
  while (!atomic_compare_exchange_weak(&total, &seen, seen * 2)) {
  }
  return NULL;
}

int main(void) {
  int one = 1, two = 2;
  pthread_t thread;
  pthread_create(&thread, NULL, run, &one);
  run(&two);
  pthread_join(thread, NULL);
  assert(wins == 1);
  assert(total == 4);
  return 0;
}
