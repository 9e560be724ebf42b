// fermata: holds
//
// The buffer of one_condvar_two_kinds_of_waiter.cpp, repaired: each kind of waiter has its own
// condition variable, so a notification cannot reach the wrong one.
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

class Slot {
 public:
  void put(int value) {
    std::unique_lock<std::mutex> lock(mutex_);
    emptied_.wait(lock, [this] { return !value_.has_value(); });
    value_ = value;
    filled_.notify_one();
  }

  int take() {
    std::unique_lock<std::mutex> lock(mutex_);
    filled_.wait(lock, [this] { return value_.has_value(); });
    int value = *value_;
    value_.reset();
    emptied_.notify_one();
    return value;
  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::condition_variable emptied_;
  std::optional<int> value_;
};

int main() {
  Slot slot;
  std::thread first_consumer([&slot] { slot.take(); });
  std::thread second_consumer([&slot] { slot.take(); });
  slot.put(1);
  slot.put(2);
  first_consumer.join();
  second_consumer.join();
}
