/* fermata: holds */
/* fermata-warns: nothing */
/* An atomic block of the program's is atomic. */
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int counter;

static void add(void) {
  __VERIFIER_atomic_begin();
  counter++;
  __VERIFIER_atomic_end();
}

static void *work(void *p) {
  add();
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  add();
  pthread_join(t, 0);
  return counter - 2;
}
