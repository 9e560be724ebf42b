// fermata: holds
// A detached thread reports through a condition variable, since nobody can join it.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable finished;
bool done = false;

int main() {
  std::thread thread([] {
    std::lock_guard<std::mutex> guard(mutex);
    done = true;
    finished.notify_one();
  });
  thread.detach();
  assert(!thread.joinable());
  std::unique_lock<std::mutex> lock(mutex);
  finished.wait(lock, [] { return done; });
}
