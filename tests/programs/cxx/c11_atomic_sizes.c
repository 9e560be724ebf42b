// fermata: holds
// _Atomic of every size; ++ and += on it are single steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic uint8_t one = 254;
static _Atomic uint16_t two = 65534;
static _Atomic int four = -2;
static _Atomic uint64_t eight = 0xfffffffeu;
static _Atomic(void *) pointer;
static atomic_bool flag;

static void *step(void *argument) {
  one++;
  ++two;
  four += 1;
  eight -= -1;
  pointer = argument;
  flag = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, step, &thread);
  step(&thread);
  pthread_join(thread, NULL);
  assert(one == 0);
  assert(two == 0);
  assert(four == 0);
  assert(eight == 0x100000000u);
  assert(pointer == &thread);
  assert(flag);
  return 0;
}
