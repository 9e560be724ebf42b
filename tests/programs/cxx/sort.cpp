// fermata: holds
// Two halves of a vector are sorted by two threads and then merged.
#include <algorithm>
#include <cassert>
#include <iterator>
#include <thread>
#include <vector>

int main() {
  std::vector<int> numbers{5, 3, 8, 1, 9, 2, 7, 4};
  auto middle = numbers.begin() + 4;
  std::thread lower([&numbers, middle] { std::sort(numbers.begin(), middle); });
  std::sort(middle, numbers.end(), [](int a, int b) { return a < b; });
  lower.join();
  assert(numbers[0] == 1 && numbers[3] == 8 && numbers[4] == 2 && numbers[7] == 9);
  std::vector<int> merged;
  std::merge(numbers.begin(), middle, middle, numbers.end(), std::back_inserter(merged));
  assert(merged.size() == 8);
  assert(std::is_sorted(merged.begin(), merged.end()));
}
