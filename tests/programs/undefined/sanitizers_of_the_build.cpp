// fermata: violated safety invalid-access at 12
// fermata-clang: -fsanitize=address,undefined -fno-sanitize-recover=all -fsanitize-trap=undefined -fno-sanitize=bounds -fstrict-flex-arrays=3
// Flags of the user's own build neither get in the way of our checks nor switch them off.
#include <atomic>
#include <thread>

static std::atomic<int> last{0};

int main() {
  int cells[2] = {1, 2};
  std::thread grow([] { last = 2; });
  [[maybe_unused]] int cell = cells[last];  // fails here
  grow.join();
}
