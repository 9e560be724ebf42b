// fermata: holds
// Temporaries of a call whose arguments throw; an exception out of a virtual function, a function pointer, a lambda, a
// callback of the C library; a large object passed by value.
#include <cassert>
#include <cstdlib>
#include <functional>
#include <string>

struct Large {
  char bytes[100] = {};
  int value = 1;
};
int take(Large large, int more) { return large.value + more; }
int refuse(Large large) {
  if (large.value == 1) throw large;
  return 0;
}
int fails() { throw std::string("argument"); }

struct Shape {
  virtual ~Shape() = default;
  virtual int area() { throw 1; }
};
struct Square : Shape {
  int area() override { return Shape::area(); }
};

int compare(const void*, const void*) { throw 2; }

template <class Action>
int caught(Action action) {
  try {
    action();
  } catch (int i) {
    return i;
  } catch (const std::string& text) {
    return static_cast<int>(text.size());
  } catch (const Large& large) {
    return large.value + 100;
  }
  return 0;
}

int main() {
  assert(caught([] { take(Large(), fails()); }) == 8);
  for (int round = 0; round < 2; ++round) assert(caught([] { refuse(Large()); }) == 101);
  Square square;
  Shape* shape = &square;
  assert(caught([&] { shape->area(); }) == 1);
  int numbers[] = {2, 1};
  assert(caught([&] { std::qsort(numbers, 2, sizeof(int), compare); }) == 2);
  std::function<int()> call = fails;
  assert(caught(call) == 8);
}
