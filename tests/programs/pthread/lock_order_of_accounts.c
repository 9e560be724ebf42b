// fermata: violated hang deadlock at 29
// fermata-says: mutex 'account#0.lock', held by
// fermata-says: mutex 'account#1.lock', held by
// Each transfer locks where it takes from first. The accounts differ in nothing but their numbers.
#include <pthread.h>
#include <stdlib.h>

struct account {
  int amount;
  pthread_mutex_t lock;
};

struct transfer {
  struct account *from, *to;
};

static struct account *opened(int amount) {
  struct account *new = calloc(1, sizeof *new);
  new->amount = amount;
  pthread_mutex_init(&new->lock, NULL);
  return new;
}

static void *run(void *arg) {
  struct transfer *t = arg;
  struct account *from = t->from, *to = t->to;
  pthread_mutex_lock(&from->lock);
  from->amount -= 1;
  pthread_mutex_lock(&to->lock);  // stuck here
  to->amount += 1;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
  return NULL;
}

int main(void) {
  struct account *a = opened(10), *b = opened(20);
  struct transfer there = {a, b}, back = {b, a};
  pthread_t one, other;
  pthread_create(&one, NULL, run, &there);
  pthread_create(&other, NULL, run, &back);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  free(a);
  free(b);
  return 0;
}
