// fermata: holds
// A std::queue of strings between a writer and a reader that polls it under the lock.
#include <cassert>
#include <mutex>
#include <queue>
#include <string>
#include <thread>

std::mutex mutex;
std::queue<std::string> lines;

int main() {
  std::thread writer([] {
    std::lock_guard<std::mutex> guard(mutex);
    lines.push("one");
    lines.emplace(3, 'x');
  });
  std::string text;
  while (text.size() < 6) {
    std::lock_guard<std::mutex> guard(mutex);
    if (lines.empty()) continue;
    text += lines.front();
    lines.pop();
  }
  writer.join();
  assert(text == "onexxx");
}
