// fermata: holds
// A function that is inlined gets the place as a constant.
static void set(int *cells, int at) {
  int *cell = cells + at;
  *cell = 1;
}

int main(void) {
  int cells[4] = {0};
  set(cells, 3);
  return cells[0];
}
