// fermata: holds
// What the library refuses, and with which words.
#include <cassert>
#include <future>
#include <string>

template <class Action>
std::string said(Action action) {
  try {
    action();
  } catch (const std::future_error& e) {
    return e.what();
  }
  return "nothing was thrown";
}

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  assert(said([&] { promise.get_future(); }) == "std::future_error: Future already retrieved");
  promise.set_value(1);
  assert(said([&] { promise.set_value(2); }) == "std::future_error: Promise already satisfied");
  assert(said([&] { promise.set_exception(std::make_exception_ptr(1)); }) ==
         "std::future_error: Promise already satisfied");
  assert(future.get() == 1);
  assert(said([&] { future.get(); }) == "std::future_error: No associated state");
  std::packaged_task<int(int)> task([](int n) { return n + 1; });
  std::future<int> first = task.get_future();
  task(4);
  assert(said([&] { task(5); }) == "std::future_error: Promise already satisfied");
  assert(first.get() == 5);
  task.reset();
  std::future<int> second = task.get_future();
  task(6);
  assert(second.get() == 7);
  std::promise<int> moved = std::move(promise);
  assert(said([&] { promise.set_value(3); }) == "std::future_error: No associated state");
}
