// fermata: violated hang deadlock
// Copying the value takes a lock. Whoever sets another result of the same kind under that lock waits for the first one.
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
    promise.set_value(Value());  // stuck here
  });
  {
    std::lock_guard<std::mutex> guard(copies);
    std::lock_guard<std::mutex> inner(state);  // stuck here
  }
  setter.join();
}
