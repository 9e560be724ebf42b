// fermata: violated safety invalid-access at 25
// A node whose link was never set, followed.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct node {
  int value;
  struct node *next;
} node_t;

static node_t *head;

static void *build(void *unused) {
  (void)unused;
  head = malloc(sizeof *head);
  head->value = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, build, NULL);
  pthread_join(thread, NULL);
  printf("%d\n", head->next->value);  // fails here
  free(head);
  return 0;
}
