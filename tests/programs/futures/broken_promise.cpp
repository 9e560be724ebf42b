// fermata: holds
// A promise that goes away without a value breaks: the future throws, and nobody hangs. Likewise a packaged_task.
#include <cassert>
#include <future>
#include <string>
#include <thread>

int main() {
  std::future<int> result, of_task;
  {
    std::promise<int> promise;
    result = promise.get_future();
    std::packaged_task<int()> task([] { return 1; });
    of_task = task.get_future();
    std::thread dropper([p = std::move(promise), t = std::move(task)] {});
    dropper.detach();
  }
  for (std::future<int>* f : {&result, &of_task}) {
    try {
      f->get();
      assert(false);
    } catch (const std::future_error& e) {
      assert(e.code() == std::future_errc::broken_promise);
      assert(std::string(e.what()) == "std::future_error: Broken promise");
    }
  }
}
