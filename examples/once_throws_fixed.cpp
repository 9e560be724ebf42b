// fermata: holds
//
// once_throws.cpp, repaired: std::call_once lets the next caller try again.
#include <cstdio>
#include <mutex>
#include <stdexcept>
#include <thread>

std::once_flag once;
int attempts = 0;

void connect() {
  if (++attempts == 1) throw std::runtime_error("no network");
}

void use() {
  try {
    std::call_once(once, connect);
  } catch (const std::runtime_error& e) {
    std::printf("%s\n", e.what());
  }
}

int main() {
  std::thread other(use);
  use();
  other.join();
}
