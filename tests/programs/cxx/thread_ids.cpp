// fermata: holds
// A thread knows itself by the id that its creator knows it by.
#include <cassert>
#include <thread>

int main() {
  std::thread::id seen;
  assert(seen == std::thread::id());
  std::thread thread([&seen] { seen = std::this_thread::get_id(); });
  std::thread::id known = thread.get_id();
  assert(known != std::this_thread::get_id());
  thread.join();
  assert(seen == known);
  assert(thread.get_id() == std::thread::id());
}
