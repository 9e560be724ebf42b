// fermata: holds
// std::uncaught_exceptions counts the exceptions that are on their way, also while a destructor handles another one.
#include <cassert>
#include <exception>

int seen_in_destructor = -1, seen_inside = -1, seen_after = -1;

struct Looks {
  ~Looks() {
    seen_in_destructor = std::uncaught_exceptions();
    try {
      struct Inner {
        ~Inner() { seen_inside = std::uncaught_exceptions(); }
      } inner;
      throw 2;
    } catch (int) {
      seen_after = std::uncaught_exceptions();
    }
  }
};

int main() {
  assert(std::uncaught_exceptions() == 0);
  try {
    Looks looks;
    throw 1;
  } catch (int i) {
    assert(i == 1 && std::uncaught_exceptions() == 0 && std::current_exception());
  }
  assert(seen_in_destructor == 1 && seen_inside == 2 && seen_after == 1);
  assert(!std::current_exception());
}
