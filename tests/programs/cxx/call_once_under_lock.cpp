// fermata: violated hang deadlock
// One thread holds a mutex and waits for the once; the other runs the once and wants the mutex.
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
  std::lock_guard<std::mutex> guard(log_mutex);
  std::call_once(configured, [] { ++lines; });
  ++lines;
}

int main() {
  std::thread thread(log_line);
  std::call_once(configured, configure);
  thread.join();
}
