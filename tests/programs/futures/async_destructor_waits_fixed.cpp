// fermata: holds
// The future lives longer than the lock is held.
#include <future>
#include <mutex>

std::mutex m;
int count = 0;

void task() {
  std::lock_guard<std::mutex> guard(m);
  ++count;
}

int main() {
  std::future<void> done;
  std::lock_guard<std::mutex> guard(m);
  {
    done = std::async(std::launch::async, task);
  }
  ++count;
  m.unlock();
  done.wait();
  m.lock();
}
