// fermata: holds
// The twin of call_once_under_lock.cpp: the once first, then the mutex.
#include <mutex>
#include <thread>

std::mutex log_mutex;
std::once_flag configured;
int lines = 0;

void configure() {
  std::lock_guard<std::mutex> guard(log_mutex);
  ++lines;
}

void log_line() {
  std::call_once(configured, configure);
  std::lock_guard<std::mutex> guard(log_mutex);
  ++lines;
}

int main() {
  std::thread thread(log_line);
  std::call_once(configured, configure);
  thread.join();
}
