// fermata: violated safety uncaught-exception at 7
// fermata-says: an exception of type 'int' is thrown out of a function that is noexcept
// An exception does not leave a function that is noexcept, whoever would catch it further out.
#include <cstdio>

void fetch(int n) {
  if (n > 1) throw n;  // fails here
  std::printf("%d\n", n);
}

void refresh(int n) noexcept { fetch(n); }

int main() {
  try {
    refresh(1);
    refresh(2);
  } catch (int) {
    std::puts("caught");
  }
}
