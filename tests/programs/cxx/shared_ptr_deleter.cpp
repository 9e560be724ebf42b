// fermata: holds
// shared_ptr with its own deleter, aliasing, base classes and use counts.
#include <cassert>
#include <memory>
#include <thread>

struct Shape {
  virtual ~Shape() = default;
  virtual int sides() const = 0;
};

struct Square : Shape {
  int sides() const override { return 4; }
  int length = 2;
};

int main() {
  int deletions = 0;
  {
    std::shared_ptr<Square> square(new Square, [&deletions](Square* dead) {
      ++deletions;
      delete dead;
    });
    std::shared_ptr<int> length(square, &square->length);
    std::shared_ptr<Shape> shape = square;
    square.reset();
    std::thread thread([shape] { assert(shape->sides() == 4); });
    thread.join();
    shape.reset();
    assert(deletions == 0);
    assert(length.use_count() == 1);
    assert(*length == 2);
  }
  assert(deletions == 1);
}
