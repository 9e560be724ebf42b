// fermata: holds
// fermata-clang: -std=c++20
// fermata-warns: data-race 'numbers' at 11,16
// Inside the library, told at the user's line.
#include <thread>
#include <vector>

std::vector<int> numbers;

int main() {
  std::thread worker([] { numbers.push_back(1); });
  int size = 0;
  for (int round = 0; round < 1; ++round) {
    // Only the size is looked at, so that the race has one shape.
    //
    size += static_cast<int>(numbers.size());
  }
  worker.join();
  return size;
}
