// fermata: violated safety assertion
// fermata-clang: -std=c++20
// fermata-leaves-out: nothing
// Not every stream is the console.
#include <atomic>
#include <cassert>
#include <sstream>
#include <thread>

std::atomic<long> hits{8};

int main() {
  std::ostringstream text;
  std::thread setter([] { hits++; });
  hits++;
  setter.join();
  text << hits;
  assert(text.str().size() == 1);  // fails here: 10
}
