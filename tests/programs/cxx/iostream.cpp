// fermata: holds
// Output through streams, from two threads under a lock.
#include <iostream>
#include <mutex>
#include <string>
#include <thread>

std::mutex mutex;

void report(const std::string& who, int number) {
  std::lock_guard<std::mutex> guard(mutex);
  std::cout << who << ": " << number << '\n';
}

int main() {
  std::thread thread(report, "worker", 1);
  report("main", 2);
  thread.join();
  std::cout << true << ' ' << 'c' << ' ' << 3u << ' ' << -4L << ' ' << 0.5 << std::endl;
  std::cerr << "done" << std::endl;
}
