// fermata: holds
// What a semaphore answers without waiting.
#include <assert.h>
#include <errno.h>
#include <semaphore.h>

int main(void) {
  sem_t sem;
  int value = -1;
  sem_init(&sem, 0, 1);
  int first = sem_trywait(&sem);
  assert(first == 0);
  int second = sem_trywait(&sem);
  assert(second == -1 && errno == EAGAIN);
  sem_post(&sem);
  sem_post(&sem);
  sem_getvalue(&sem, &value);
  assert(value == 2);
  sem_destroy(&sem);
  return 0;
}
