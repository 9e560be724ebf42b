// SPDX-License-Identifier: Apache-2.0
// A thread that is not alone makes a list that never ends.
#include <pthread.h>
#include <stdlib.h>
struct node { struct node *next; char text[1000]; };
struct node *first;
static void *add(void *arg) {
  for (;;) {
    struct node *n = malloc(sizeof *n);
    if (!n) return 0;
    n->next = first;
    first = n;
  }
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
