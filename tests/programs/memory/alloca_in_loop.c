// fermata: holds
// What alloca gives stays until the function returns, whatever scope the call stands in.
#include <alloca.h>
#include <assert.h>
#include <stddef.h>

struct node {
  struct node *next;
  int value;
};

static volatile int rounds = 5;

static int sum(void) {
  struct node *first = NULL;
  for (int i = 0; i < rounds; ++i) {
    struct node *node = alloca(sizeof *node + (size_t)i);
    node->next = first;
    node->value = i;
    first = node;
  }
  int total = 0;
  for (struct node *node = first; node; node = node->next) total += node->value;
  return total;
}

int main(void) {
  for (int i = 0; i < 60000; ++i) assert(sum() == 10);
  return 0;
}
