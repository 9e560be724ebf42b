// fermata: violated safety undefined-behaviour at 10
// fermata-clang: -Wno-return-type
// fermata-says: a function that has to return a value ends without one
#include <atomic>
#include <thread>

static std::atomic<int> state{0};

static const char *name(int of) {
  if (of == 0) return "idle";  // fails here
}

int main() {
  std::thread start([] { state = 1; });
  name(state);
  start.join();
}
