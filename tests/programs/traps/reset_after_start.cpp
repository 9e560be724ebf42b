// fermata: violated hang stuck-loop at 13
// The waiter lowers the flag itself before it waits. If the setter was faster, the flag stays down.
// (Figure 1a of Atig, Bouajjani, Emmi, Lal, "Detecting Fair Non-Termination in Multithreaded
// Programs", CAV 2012, as printed.)
#include <atomic>
#include <thread>

std::atomic<bool> g{false};

int main() {
  std::thread setter([] { g = true; });
  g = false;
  while (!g) {}  // stuck here
  setter.join();
}
