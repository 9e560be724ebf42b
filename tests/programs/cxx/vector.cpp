// fermata: holds
// Two threads append to a vector under a lock; it grows, copies, shrinks and is walked.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

std::mutex mutex;
std::vector<int> numbers;

void append(int value) {
  std::lock_guard<std::mutex> guard(mutex);
  numbers.push_back(value);
}

int main() {
  std::thread thread([] {
    append(1);
    append(2);
  });
  append(3);
  thread.join();
  assert(numbers.size() == 3);
  int sum = 0;
  for (int number : numbers) sum += number;
  assert(sum == 6);

  std::vector<int> copy = numbers;
  copy.insert(copy.begin(), 9);
  copy.erase(copy.begin() + 1);
  copy.pop_back();
  assert(copy.size() == 2 && copy.front() == 9);
  copy.resize(4);
  assert(copy.back() == 0);
  numbers.clear();
  assert(numbers.empty());
}
