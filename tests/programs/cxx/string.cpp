// fermata: holds
// Two threads append to a string; it starts in place and moves to the heap.
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

std::mutex mutex;
std::string text;

void append(const std::string& piece) {
  std::lock_guard<std::mutex> guard(mutex);
  text += piece;
}

int main() {
  std::thread thread([] { append("a piece of text that is long"); });
  append("short");
  thread.join();
  assert(text.size() == 33);
  assert(text.substr(0, 5) == "short" || text.substr(28) == "short");
}
