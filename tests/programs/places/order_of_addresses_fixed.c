// fermata: holds
// Both threads ask for the addresses.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t mutex;
};
static int *_Atomic offer;
static struct account *a, *b;
static atomic_int ready;

static void both(struct account *x, struct account *y) {
  struct account *one = x < y ? x : y, *other = x < y ? y : x;
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
  both(a, b);
  return arg;
}

static void *other(void *arg) {
  free(atomic_exchange(&offer, NULL));
  while (!ready) {}
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
