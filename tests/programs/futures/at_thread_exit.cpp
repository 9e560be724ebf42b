// fermata: holds
// set_value_at_thread_exit and its like: ready only when the thread's own variables are gone.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

std::atomic<int> gone{0};
struct Own {
  int used = 0;
  ~Own() { ++gone; }
};
thread_local Own own;

std::mutex m;
std::condition_variable changed;
bool finished = false;

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::packaged_task<int(int)> task([](int n) { return n; });
  std::future<int> of_task = task.get_future();
  std::thread worker([&] {
    own.used = 1;
    promise.set_value_at_thread_exit(4);
    task.make_ready_at_thread_exit(5);
    std::unique_lock<std::mutex> lock(m);
    finished = true;
    std::notify_all_at_thread_exit(changed, std::move(lock));
  });
  assert(future.get() == 4);
  assert(of_task.get() == 5 && gone == 1);
  {
    std::unique_lock<std::mutex> lock(m);
    changed.wait(lock, [] { return finished; });
  }
  worker.join();
}
