// fermata: holds
// 'throw;' throws what is being handled: the same object, to a handler further out, from a function that the handler
// calls, and through a handler inside of the handler. Each exception is destroyed once, when its last handler ends.
#include <cassert>

int alive = 0;

struct Counted {
  int value;
  explicit Counted(int v) : value(v) { ++alive; }
  Counted(const Counted& other) : value(other.value) { ++alive; }
  ~Counted() { --alive; }
};

void again() { throw; }

int translate() {
  try {
    again();
  } catch (const Counted& c) {
    return c.value;
  }
  return 0;
}

int main() {
  try {
    try {
      throw Counted(1);
    } catch (Counted& c) {
      c.value = 2;
      throw;
    }
  } catch (const Counted& c) {
    assert(c.value == 2 && alive == 1);
  }
  assert(alive == 0);

  try {
    throw Counted(3);
  } catch (...) {
    assert(translate() == 3 && alive == 1);
    try {
      throw Counted(4);
    } catch (const Counted& inner) {
      assert(inner.value == 4 && alive == 2);
    }
    assert(alive == 1 && translate() == 3);
  }
  assert(alive == 0);

  try {
    try {
      throw Counted(5);
    } catch (const Counted&) {
      throw 6;  // another one
    }
  } catch (int i) {
    assert(i == 6 && alive == 0);
  }

  try {
    throw Counted(7);
  } catch (Counted copy) {
    assert(alive == 2);
  }
  assert(alive == 0);
}
