// fermata: holds
// The twin of reset_after_start.cpp, as its authors meant it: lowered before the setter starts.
#include <atomic>
#include <thread>

std::atomic<bool> g{false};

int main() {
  g = false;
  std::thread setter([] { g = true; });
  while (!g) {
  }
  setter.join();
}
