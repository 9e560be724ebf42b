// fermata: holds
// Two threads count words in a map under a lock.
#include <cassert>
#include <map>
#include <mutex>
#include <string>
#include <thread>

std::mutex mutex;
std::map<std::string, int> counts;

void count(const std::string& word) {
  std::lock_guard<std::mutex> guard(mutex);
  ++counts[word];
}

int main() {
  std::thread thread([] {
    count("tea");
    count("milk");
  });
  count("tea");
  thread.join();
  assert(counts.size() == 2);
  assert(counts.at("tea") == 2);
  assert(counts.find("sugar") == counts.end());
  assert(counts.begin()->first == "milk");
}
