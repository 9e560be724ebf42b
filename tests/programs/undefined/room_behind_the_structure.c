// fermata: holds
// Arrays at the end of a structure are written farther than their type says, within the memory that was asked for; and the place
// behind the last element has an address.
#include <assert.h>
#include <stdlib.h>

struct message {
  int length;
  char text[1];
};
struct record {
  int length;
  int fields[4];
};
struct list {
  int length;
  int items[];
};

static int sum(const int *from, const int *to) {
  int all = 0;
  for (; from != to; ++from) all += *from;
  return all;
}

int main(void) {
  struct message *m = malloc(sizeof *m + 7);
  struct record *r = malloc(sizeof *r + 4 * sizeof(int));
  struct list *l = malloc(sizeof *l + 3 * sizeof(int));
  for (int i = 0; i < 8; ++i) m->text[i] = 'x', r->fields[i] = 1;
  for (int i = 0; i < 3; ++i) l->items[i] = 2;
  int three[3] = {1, 2, 3};
  int length = 3;
  assert(m->text[7] == 'x' && sum(r->fields, &r->fields[8]) == 8 && sum(l->items, &l->items[length]) == 6);
  assert(sum(three, &three[length]) == 6);
  free(m), free(r), free(l);
  return 0;
}
