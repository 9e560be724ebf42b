// fermata: holds
// A monitor as a template, a variadic function, and a fold.
#include <cassert>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

template <typename Value>
class Guarded {
 public:
  explicit Guarded(Value value) : value_(std::move(value)) {}

  template <typename Function>
  auto with(Function&& function) {
    std::lock_guard guard(mutex_);
    return std::forward<Function>(function)(value_);
  }

 private:
  std::mutex mutex_;
  Value value_;
};

template <typename... Numbers>
constexpr int sum(Numbers... numbers) {
  return (0 + ... + numbers);
}

int main() {
  Guarded<int> number(1);
  Guarded<std::string> text("a");
  std::thread thread([&] {
    number.with([](int& value) { value += sum(1, 2, 3); });
    text.with([](std::string& value) { value += "b"; });
  });
  number.with([](int& value) { value *= 1; });
  thread.join();
  assert(number.with([](int value) { return value; }) == 7);
  assert(text.with([](const std::string& value) { return value.size(); }) == 2);
}
