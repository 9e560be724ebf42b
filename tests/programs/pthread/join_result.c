// fermata: holds
// What a thread returns, or hands to pthread_exit from deep inside, is what the join gets.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void leave(intptr_t value) { pthread_exit((void *)value); }

static void *returns(void *argument) { return (void *)((intptr_t)argument + 1); }

static void *exits(void *argument) {
  leave((intptr_t)argument + 2);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  void *one = NULL, *two = NULL;
  pthread_create(&first, NULL, returns, (void *)(intptr_t)10);
  pthread_create(&second, NULL, exits, (void *)(intptr_t)20);
  pthread_join(first, &one);
  pthread_join(second, &two);
  assert((intptr_t)one == 11 && (intptr_t)two == 22);
  return 0;
}
