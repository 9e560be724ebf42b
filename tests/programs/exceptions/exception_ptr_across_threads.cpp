// fermata: holds
// An exception is thrown in one thread and thrown again in two others, which handle the same object at the same time.
// The last one that lets it go destroys it.
#include <atomic>
#include <cassert>
#include <exception>
#include <thread>

std::atomic<int> alive{0};

struct Failure {
  int code;
  explicit Failure(int c) : code(c) { ++alive; }
  Failure(const Failure& other) : code(other.code) { ++alive; }
  ~Failure() { --alive; }
};

int main() {
  std::exception_ptr failure;
  std::thread producer([&failure] {
    try {
      throw Failure(3);
    } catch (...) {
      failure = std::current_exception();
    }
  });
  producer.join();
  assert(alive == 1);
  auto handle = [](std::exception_ptr mine) {
    try {
      std::rethrow_exception(mine);
    } catch (const Failure& f) {
      assert(f.code == 3 && alive == 1);
    }
  };
  std::thread other(handle, failure);
  handle(failure);
  other.join();
  assert(alive == 1);
  failure = nullptr;
  assert(alive == 0);
}
