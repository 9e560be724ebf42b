// fermata: violated hang lost-wakeup
//
// A one-slot buffer with one condition variable for "slot is full" and "slot is free"
// (nano-node #1491, nearly again in PR #2831). With two consumers, the notification meant for the
// producer can wake the other consumer. That one sees an empty slot and goes back to sleep, and
// then both sides sleep.
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

class Slot {
 public:
  void put(int value) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return !value_.has_value(); });
    value_ = value;
    changed_.notify_one();
  }

  int take() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return value_.has_value(); });
    int value = *value_;
    value_.reset();
    changed_.notify_one();
    return value;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
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
