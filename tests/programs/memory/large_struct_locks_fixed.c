// fermata: holds
// As large_struct_locks.c, but the lock of the lower element is taken first.
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
  struct shard *first = from < to ? from : to, *second = from < to ? to : from;
  pthread_mutex_lock(&first->mutex);
  pthread_mutex_lock(&second->mutex);
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
