// fermata: holds
// A handler may be left by return, break, continue and goto: the exception ends there.
#include <cassert>
#include <exception>

int find() {
  for (int i = 0; i < 3; ++i) {
    try {
      throw i;
    } catch (int n) {
      if (n == 0) continue;
      if (n == 1) goto next;
      return n;
    }
  next:
    assert(!std::current_exception());
  }
  return -1;
}

int main() {
  assert(find() == 2);
  assert(!std::current_exception() && std::uncaught_exceptions() == 0);
}
