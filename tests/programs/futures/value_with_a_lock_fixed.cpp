// fermata: holds
// The locks are taken in one order.
#include <future>
#include <mutex>
#include <thread>

std::mutex copies, state;

struct Value {
  Value() = default;
  Value(const Value&) { std::lock_guard<std::mutex> guard(copies); }
};

std::promise<Value> promise;

int main() {
  std::future<Value> future = promise.get_future();
  std::thread setter([] {
    std::lock_guard<std::mutex> guard(state);
    promise.set_value(Value());
  });
  {
    std::lock_guard<std::mutex> guard(state);
    std::lock_guard<std::mutex> inner(copies);
  }
  setter.join();
}
