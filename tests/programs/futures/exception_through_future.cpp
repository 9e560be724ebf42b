// fermata: holds
// What a task throws is thrown again where its result is asked for: of a promise, a packaged_task and std::async.
#include <cassert>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

int fails() { throw std::runtime_error("task"); }

std::string said(std::future<int> future) {
  try {
    future.get();
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return "nothing was thrown";
}

int main() {
  std::promise<int> promise;
  std::future<int> of_promise = promise.get_future();
  std::packaged_task<int()> task(fails);
  std::future<int> of_task = task.get_future();
  std::thread worker([&] {
    promise.set_exception(std::make_exception_ptr(std::runtime_error("promise")));
    task();
  });
  assert(said(std::move(of_promise)) == "promise");
  assert(said(std::move(of_task)) == "task");
  worker.join();
  assert(said(std::async(std::launch::deferred, fails)) == "task");
}
