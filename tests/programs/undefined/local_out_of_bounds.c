// fermata: violated safety invalid-access at 5
// Nobody reads what is written, so there is no need to write it.
int main(void) {
  int cells[4] = {0};
  cells[4] = 1;  // fails here
  return cells[0];
}
