// fermata: violated safety assertion at 36
// A thread frees what its creator gave it, and is joined by main. The creator, who is told, gets the same place again.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdlib.h>

static pthread_t child;
static sem_t started, joined;

static void *free_it(void *given) {
  free(given);
  return NULL;
}

static void *create(void *p) {
  int *given = malloc(sizeof *given);
  const int *old = given;
  pthread_create(&child, NULL, free_it, given);
  sem_post(&started);
  sem_wait(&joined);
  int *next = malloc(sizeof *next);
  int same = next == old;
  free(next);
  *(int *)p = same;
  return NULL;
}

int main(void) {
  static int same;
  pthread_t creator;
  sem_init(&started, 0, 0), sem_init(&joined, 0, 0);
  pthread_create(&creator, NULL, create, &same), sem_wait(&started), pthread_join(child, NULL), sem_post(&joined);
  pthread_join(creator, NULL);
  assert(!same);  // fails here
}
