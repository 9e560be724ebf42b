// fermata: violated hang stuck-loop
// fermata-leaves-out: nothing
// What a function returns matters to whoever calls it.
#include <pthread.h>

volatile int flag;
int turns;

__attribute__((noinline)) static int count(int by) { return turns += by; }

static void *setter(void *unused) {
  if (count(1) < 3) flag = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, setter, 0);
  count(2);
  while (!flag) {  // stuck here, if the others come second
  }
  pthread_join(t, 0);
}
