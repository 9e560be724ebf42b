// fermata: holds
// A thread runs a member function of an object that main keeps.
#include <cassert>
#include <mutex>
#include <thread>

class Counter {
 public:
  void add(int amount) {
    std::lock_guard<std::mutex> guard(mutex_);
    value_ += amount;
  }

  int value() const { return value_; }

 private:
  std::mutex mutex_;
  int value_ = 0;
};

int main() {
  Counter counter;
  std::thread thread(&Counter::add, &counter, 5);
  counter.add(6);
  thread.join();
  assert(counter.value() == 11);
}
