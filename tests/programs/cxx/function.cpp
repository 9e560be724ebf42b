// fermata: holds
// std::function as a work item: empty, small, large, copied, called by another thread.
#include <cassert>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

int twice(int value) { return 2 * value; }

int main() {
  std::function<int(int)> empty;
  assert(!empty);
  std::vector<std::function<int(int)>> steps;
  steps.push_back(twice);
  int a = 1, b = 2, c = 3, d = 4;
  steps.push_back([a, b, c, d, &steps](int value) {
    return value + a + b + c + d + static_cast<int>(steps.size());
  });
  int result = 0;
  std::thread thread([&result, steps] {
    int value = 5;
    for (const auto& step : steps) value = step(value);
    result = value;
  });
  thread.join();
  assert(result == 22);
}
