// Seeds of mutants: C, locks in both orders, a switch, floating point, variable arguments, a table of functions.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int shared[4];
static struct { char name[8]; double weight; int *where; } rows[2] = {{"one", 1.5, &shared[1]}, {"two", 2.5, &shared[2]}};

static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int all = 0;
  while (n-- > 0) all += va_arg(list, int);
  va_end(list);
  return all;
}

static void first(void) { *rows[0].where = sum(2, 1, 2); }
static void second(void) { *rows[1].where += (int)rows[1].weight; }
static void (*const table[])(void) = {first, second};

static void *forwards(void *argument) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  switch (*(int *)argument) {
    case 0: table[0](); break;
    case 7: table[1](); break;
    default: shared[0]++; break;
  }
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return argument;
}

int main(void) {
  pthread_t thread;
  int *choice = malloc(sizeof *choice);
  memset(choice, 0, sizeof *choice);
  pthread_create(&thread, NULL, forwards, choice);
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);  // stuck here
  __atomic_fetch_add(&shared[3], 1, __ATOMIC_SEQ_CST);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  pthread_join(thread, NULL);
  free(choice);
  printf("%d\n", shared[3]);
}
