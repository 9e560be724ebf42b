// fermata: violated safety invalid-access at 12
// std::array does not look at the index, and the value is not used.
#include <array>
#include <atomic>
#include <thread>

static std::atomic<unsigned> last{0};

int main() {
  std::array<int, 2> cells{};
  std::thread grow([] { last = 2; });
  [[maybe_unused]] int cell = cells[last];  // fails here
  grow.join();
}
