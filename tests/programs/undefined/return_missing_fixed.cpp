// fermata: holds
// fermata-clang: -Wno-return-type
#include <atomic>
#include <thread>

static std::atomic<int> state{0};

static const char *name(int of) {
  if (of == 0) return "idle"; return "busy";
}

int main() {
  std::thread start([] { state = 1; });
  name(state);
  start.join();
}
