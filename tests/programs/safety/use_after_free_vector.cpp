// fermata: violated safety use-after-free at 19
// A reference into a vector is used after the vector has grown and moved, all under the lock.
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

std::mutex mutex;
std::vector<int> numbers{1};

int main() {
  int* first = &numbers[0];
  std::thread thread([] {
    std::lock_guard<std::mutex> guard(mutex);
    numbers.push_back(2);
  });
  {
    std::lock_guard<std::mutex> guard(mutex);
    std::printf("%d\n", *first);  // fails here
  }
  thread.join();
}
