// fermata: violated safety assertion
// fermata-clang: -std=c++20
// fermata-leaves-out: nothing
// What is printed to std::cout is read again.
#include <atomic>
#include <cassert>
#include <iostream>
#include <sstream>
#include <thread>

std::atomic<long> hits{8};

int main() {
  std::ostringstream text;
  std::streambuf* const console = std::cout.rdbuf(text.rdbuf());
  std::thread setter([] { hits++; });
  hits++;
  setter.join();
  std::cout << hits;
  std::cout.rdbuf(console);
  assert(text.str().size() == 1);  // fails here: 10
}
