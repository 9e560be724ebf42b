// fermata: holds
// A deque used at both ends by two threads under a lock.
#include <cassert>
#include <deque>
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  std::deque<int> numbers{5};
  std::thread at_the_back([&] {
    std::lock_guard<std::mutex> guard(mutex);
    numbers.push_back(6);
  });
  {
    std::lock_guard<std::mutex> guard(mutex);
    numbers.push_front(4);
  }
  at_the_back.join();
  assert(numbers.size() == 3);
  assert(numbers[0] == 4 && numbers[1] == 5 && numbers[2] == 6);
  numbers.pop_front();
  numbers.pop_back();
  assert(numbers.front() == 5 && numbers.back() == 5);
}
