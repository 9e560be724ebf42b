// fermata: violated hang deadlock
// One thread takes two locks in the order in which it has made them, the other one in the order of their addresses. It is
// another one if the second got the place of an object that was freed just before.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t mutex;
};
static int *_Atomic offer;
static struct account *a, *b;
static atomic_int ready;

static void both(struct account *one, struct account *other) {
  pthread_mutex_lock(&one->mutex);
  pthread_mutex_lock(&other->mutex);
  pthread_mutex_unlock(&other->mutex);
  pthread_mutex_unlock(&one->mutex);
}

static void *maker(void *arg) {
  int *low = malloc(sizeof *low);
  a = malloc(sizeof *a);
  offer = low;
  b = malloc(sizeof *b);
  pthread_mutex_init(&a->mutex, NULL);
  pthread_mutex_init(&b->mutex, NULL);
  ready = 1;
  both(a, b);  // in the order in which they were made
  return arg;
}

static void *other(void *arg) {
  free(atomic_exchange(&offer, NULL));
  while (!ready) {}
  if (a < b)
    both(a, b);
  else
    both(b, a);
  return arg;
}

int main(void) {
  pthread_t p, c;
  pthread_create(&p, NULL, maker, NULL);
  pthread_create(&c, NULL, other, NULL);
  pthread_join(p, NULL);
  pthread_join(c, NULL);
}
