// fermata: holds
// The account with the smaller number is locked first.
#include <pthread.h>
#include <stdlib.h>

struct account {
  int number, amount;
  pthread_mutex_t lock;
};

struct transfer {
  struct account *from, *to;
};

static struct account *opened(int number, int amount) {
  struct account *new = calloc(1, sizeof *new);
  new->number = number;
  new->amount = amount;
  pthread_mutex_init(&new->lock, NULL);
  return new;
}

static void *run(void *arg) {
  struct transfer *t = arg;
  struct account *from = t->from, *to = t->to;
  struct account *first = from->number < to->number ? from : to, *second = first == from ? to : from;
  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
  from->amount -= 1;
  to->amount += 1;
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
  return NULL;
}

int main(void) {
  struct account *a = opened(1, 10), *b = opened(2, 20);
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
