// fermata: holds
// Memory that held something else is no lock that is held: a pool keeps its list in objects that are free, a stack is used again, and what
// was freed while it was locked is gone. All of them may be initialised.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

union slot {
  union slot *next;
  int numbers[16];
  pthread_mutex_t mutex;
  pthread_rwlock_t rwlock;
  pthread_spinlock_t spinlock;
  pthread_cond_t condition;
  pthread_barrier_t barrier;
  sem_t semaphore;
};
static union slot pool[2];

static void *use(void *unused) {
  union slot *slot = &pool[1];
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < 16; i++) slot->numbers[i] = 1 + i % 3;
    pthread_mutex_init(&slot->mutex, NULL);
    pthread_mutex_lock(&slot->mutex);
    pthread_mutex_unlock(&slot->mutex);
    memset(slot, 1, sizeof *slot);
    pthread_rwlock_init(&slot->rwlock, NULL);
    memset(slot, 2, sizeof *slot);
    pthread_cond_init(&slot->condition, NULL);
    memset(slot, 1, sizeof *slot);
    pthread_barrier_init(&slot->barrier, NULL, 1);
    slot->next = pool;
    pthread_spin_init(&slot->spinlock, 0);
    memset(slot, 1, sizeof *slot);
    sem_init(&slot->semaphore, 0, 0);
  }
  return unused;
}

static void on_the_stack(int value) {
  union slot slot;
  for (int i = 0; i < 16; i++) slot.numbers[i] = value;
  pthread_mutex_init(&slot.mutex, NULL);
  pthread_mutex_lock(&slot.mutex);
  pthread_mutex_unlock(&slot.mutex);
}

int main(void) {
  pthread_t user;
  pthread_create(&user, NULL, use, NULL);
  on_the_stack(1);
  on_the_stack(2);
  for (int round = 0; round < 2; round++) {
    pthread_mutex_t *m = malloc(sizeof *m);
    pthread_mutex_init(m, NULL);
    pthread_mutex_lock(m);
    free(m);
  }
  pthread_join(user, NULL);
  return 0;
}
