// fermata: holds
// Two threads want the flag up and down, and try until they see it so. They can annoy each other
// for ever, but need not. (Figure 1b of the same paper.)
#include <atomic>
#include <thread>

std::atomic<bool> g{false};

int main() {
  std::thread thread([] {
    do {
      g = false;
    } while (g);
  });
  do {
    g = true;
  } while (!g);
  thread.join();
}
