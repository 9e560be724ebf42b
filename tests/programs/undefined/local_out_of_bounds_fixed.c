// fermata: holds
// Nobody reads what is written, so there is no need to write it.
int main(void) {
  int cells[4] = {0};
  cells[3] = 1;
  return cells[0];
}
