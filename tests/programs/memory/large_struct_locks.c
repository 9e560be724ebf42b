// fermata: violated hang deadlock
// Locks and counters inside of large structs, in an array: two threads take the locks of two elements in two orders.
#include <pthread.h>
#include <stdatomic.h>

struct shard {
  char before[5000];
  pthread_mutex_t mutex;
  _Atomic int uses;
  char after[60000];
};
static struct shard shards[3];

static void move(struct shard *from, struct shard *to) {
  pthread_mutex_lock(&from->mutex);
  pthread_mutex_lock(&to->mutex);  // stuck here
  to->after[59999] = from->before[4999];
  atomic_fetch_add(&to->uses, 1);
  pthread_mutex_unlock(&to->mutex);
  pthread_mutex_unlock(&from->mutex);
}

static void *worker(void *arg) {
  (void)arg;
  move(&shards[2], &shards[0]);
  return 0;
}

int main(void) {
  for (int i = 0; i < 3; ++i) pthread_mutex_init(&shards[i].mutex, 0);
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  move(&shards[0], &shards[2]);
  pthread_join(t, 0);
}
