// fermata: violated hang stuck-loop at 4
// The shortest endless loop.
int main() {
  while (true) {}  // stuck here
}
