// fermata: holds
// It leaves a function that may be left so.
#include <cstdio>

void fetch(int n) {
  if (n > 1) throw n;
  std::printf("%d\n", n);
}

void refresh(int n) { fetch(n); }

int main() {
  try {
    refresh(1);
    refresh(2);
  } catch (int) {
    std::puts("caught");
  }
}
