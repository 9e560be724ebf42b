// fermata: holds
// Handlers are tried in their order, and a handler takes bases, references, values, pointers and constants of its type.
#include <cassert>
#include <stdexcept>
#include <string>

struct Base {
  int kind = 1;
  virtual ~Base() = default;
};
struct Derived : Base {
  int more = 2;
};
struct Unrelated {};

int what_takes(int which) {
  try {
    switch (which) {
      case 0: throw 7;
      case 1: throw Derived();
      case 2: throw Base();
      case 3: throw static_cast<const char*>("text");
      case 4: throw std::out_of_range("far");
      case 5: throw 'c';
      default: throw Unrelated();
    }
  } catch (long) {
    return 100;  // no conversions between numbers
  } catch (const int& i) {
    return i;
  } catch (Derived d) {
    return 10 + d.more;
  } catch (Base& b) {
    return 20 + b.kind;
  } catch (char* text) {
    return 101;  // not const
  } catch (const char* text) {
    return text[0];
  } catch (const std::logic_error& e) {
    return std::string(e.what()) == "far" ? 40 : 41;
  } catch (const std::exception&) {
    return 102;  // too late
  } catch (...) {
    return 50;
  }
}

int main() {
  assert(what_takes(0) == 7);
  assert(what_takes(1) == 12);
  assert(what_takes(2) == 21);
  assert(what_takes(3) == 't');
  assert(what_takes(4) == 40);
  assert(what_takes(5) == 50);
  assert(what_takes(6) == 50);
}
