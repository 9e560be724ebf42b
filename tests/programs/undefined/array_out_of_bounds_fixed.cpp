// fermata: holds
// std::array does not look at the index, and the value is not used.
#include <array>
#include <atomic>
#include <thread>

static std::atomic<unsigned> last{0};

int main() {
  std::array<int, 2> cells{};
  std::thread grow([] { last = 1; });
  [[maybe_unused]] int cell = cells[last];
  grow.join();
}
