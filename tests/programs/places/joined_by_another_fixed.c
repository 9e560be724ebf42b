// fermata: holds
// A thread leaves what its creator gave it alone, and is joined by main. The creator, who is told, gets another place.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdlib.h>

static pthread_t child;
static sem_t started, joined;

static void *use_it(void *given) {
  *(int *)given = 1;
  return NULL;
}

static void *create(void *p) {
  int *given = malloc(sizeof *given);
  const int *old = given;
  pthread_create(&child, NULL, use_it, given);
  sem_post(&started);
  sem_wait(&joined);
  int *next = malloc(sizeof *next);
  int same = next == old;
  free(next), free(given);
  *(int *)p = same;
  return NULL;
}

int main(void) {
  static int same;
  pthread_t creator;
  sem_init(&started, 0, 0), sem_init(&joined, 0, 0);
  pthread_create(&creator, NULL, create, &same), sem_wait(&started), pthread_join(child, NULL), sem_post(&joined);
  pthread_join(creator, NULL);
  assert(!same);
}
