// fermata: holds
// A handler for a base gets the address of the base: the second one, a virtual one, one of a base of a base. Bases that
// are private or ambiguous are not taken.
#include <cassert>

struct A {
  int a = 1;
};
struct B {
  int b = 2;
};
struct Two : A, B {
  int two = 3;
};
struct Top {
  int top = 4;
  virtual ~Top() = default;
};
struct Left : virtual Top {
  int left = 5;
};
struct Right : virtual Top {
  int right = 6;
};
struct Diamond : Left, Right {
  int diamond = 7;
};
struct Hidden : A, private B {};
struct Third : A {};
struct Twice : Two, Third {};  // has A two times

template <class Thrown, class Wanted>
bool takes() {
  try {
    try {
      throw Thrown();
    } catch (Wanted&) {
      return true;
    }
  } catch (...) {
    return false;
  }
}

template <class Thrown>
int top_of() {
  try {
    throw Thrown();
  } catch (Top& t) {
    return t.top;
  }
}

int main() {
  try {
    throw Two();
  } catch (B& b) {
    assert(b.b == 2);
  }
  try {
    throw Diamond();
  } catch (Right& r) {
    assert(r.right == 6 && r.top == 4);
  }
  assert(top_of<Diamond>() == 4);
  assert(top_of<Left>() == 4);
  Diamond object;
  try {
    throw &object;
  } catch (Top* t) {
    assert(t == static_cast<Top*>(&object) && t->top == 4);
  }
  try {
    throw static_cast<Diamond*>(nullptr);
  } catch (Top* t) {
    assert(!t);
  }
  assert((takes<Hidden, A>()) && !(takes<Hidden, B>()));
  assert((takes<Twice, B>()) && (takes<Twice, Two>()) && !(takes<Twice, A>()));
}
