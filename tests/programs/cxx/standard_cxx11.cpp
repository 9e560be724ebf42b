// fermata: holds
// fermata-clang: -std=c++11
// The C++ of 2011: no deduction, no make_unique, strings from the library's own binary.
#include <cassert>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

std::mutex mutex;
std::condition_variable changed;
std::vector<std::string> lines;

int main() {
  std::unique_ptr<std::string> last(new std::string("second line, which is longer"));
  std::thread writer([&last] {
    std::lock_guard<std::mutex> guard(mutex);
    lines.push_back("first");
    lines.push_back(*last);
    changed.notify_one();
  });
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [] { return lines.size() == 2; });
    assert(lines[0] + "," == "first,");
    assert(lines[1].size() == last->size());
  }
  writer.join();
}
