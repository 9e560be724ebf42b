// fermata: violated safety invalid-access at 6
// fermata-says: write of 4 bytes at offset 16 of an object of 16 bytes
// A function that is inlined gets the place as a constant.
static void set(int *cells, int at) {
  int *cell = cells + at;
  *cell = 1;  // fails here
}

int main(void) {
  int cells[4] = {0};
  set(cells, 4);
  return cells[0];
}
