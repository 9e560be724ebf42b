// fermata: holds
// The twin of destroy_condition.cpp: the thread is told to leave, and joined.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
bool over = false;

int main() {
  std::thread sleeper([] {
    std::unique_lock<std::mutex> lock(mutex);
    while (!over) changed.wait(lock);
  });
  {
    std::lock_guard<std::mutex> lock(mutex);
    over = true;
  }
  changed.notify_one();
  sleeper.join();
}
