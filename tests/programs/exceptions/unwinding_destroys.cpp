// fermata: holds
// What was built is destroyed, in the opposite order: local variables of all functions in between, the bases and members
// of an object whose constructor throws, the elements of an array. Memory of 'new' is given back.
#include <cassert>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

std::string log;
int allocated = 0;

void* operator new(std::size_t n) {
  ++allocated;
  return std::malloc(n);
}
void operator delete(void* p) noexcept {
  if (p) --allocated;
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept { operator delete(p); }

struct Part {
  char name;
  explicit Part(char n) : name(n) {}
  ~Part() { log += name; }
};

struct Machine : Part {
  Part engine{'b'};
  Part wheel{'c'};
  Machine() : Part('a') { throw 1; }
};

struct Element {
  static int made;
  Element() {
    if (++made == 3) throw made;
  }
  ~Element() { log += 'e'; }
};
int Element::made = 0;

void inner() {
  Part third('3');
  throw 0;
}
void outer() {
  Part first('1');
  {
    Part gone('g');
  }
  Part second('2');
  inner();
  Part never('n');
}

int in_constructor_of_member = 0;
struct Guarded {
  Part part;
  Guarded() try : part('p') {
    throw 2;
  } catch (int i) {
    in_constructor_of_member = i;  // and goes on
  }
};

int main() {
  log.reserve(100);
  try {
    outer();
  } catch (int) {
    assert(log == "g321");
  }
  log.clear();
  const int before = allocated;
  try {
    delete new Machine;
  } catch (int) {
    assert(log == "cba" && allocated == before);
  }
  log.clear();
  try {
    std::vector<Element> elements(5);
  } catch (int) {
    assert(log == "ee" && allocated == before);
  }
  log.clear();
  try {
    Guarded guarded;
  } catch (int i) {
    assert(i == 2 && in_constructor_of_member == 2 && log == "p");
  }
}
