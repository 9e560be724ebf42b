// fermata: holds
// Pointers convert as the language lets them: to more const, to void, from nullptr; not away from const, and not
// inside of a pointer to a pointer.
#include <cassert>
#include <cstddef>

int number = 5;
int* pointer = &number;

template <class Thrown, class Wanted>
bool takes(Thrown value) {
  try {
    throw value;
  } catch (Wanted) {
    return true;
  } catch (...) {
    return false;
  }
}

void function() {}
void quiet() noexcept {}
struct S {
  int member;
  void call() {}
};

int main() {
  assert((takes<int*, const int*>(&number)));
  assert((takes<int*, void*>(&number)));
  assert((takes<int*, const void*>(&number)));
  assert((takes<const int*, const void*>(&number)));
  assert(!(takes<const int*, int*>(&number)));
  assert(!(takes<const int*, void*>(&number)));
  assert(!(takes<int*, long*>(&number)));
  assert((takes<std::nullptr_t, int*>(nullptr)));
  assert((takes<std::nullptr_t, int S::*>(nullptr)));
  assert((takes<int**, const int* const*>(&pointer)));
  assert(!(takes<int**, const int**>(&pointer)));
  assert(!(takes<void (*)(), void*>(function)));
  assert((takes<void (*)() noexcept, void (*)()>(quiet)));
  assert(!(takes<void (*)(), void (*)() noexcept>(function)));
  assert((takes<int S::*, int S::*>(&S::member)));
  try {
    throw &number;
  } catch (int*& p) {
    assert(*p == 5);
  }
  try {
    throw nullptr;
  } catch (int S::* p) {
    assert(!p);
  }
}
