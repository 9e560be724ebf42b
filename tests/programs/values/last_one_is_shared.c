// fermata: holds
// fermata-args: --property hang,safety,termination
// fermata-leaves-out: spins
// Nobody reads 'last'; but what it points to is shared from then on, in all programs that are compared.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
} *last;
long spins;
volatile int flag;

static void *worker(void *unused) {
  struct node *node = malloc(sizeof *node);
  last = node;
  node->value = 1;
  flag = node->value;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  while (!flag) spins++;
  pthread_join(t, 0);
}
