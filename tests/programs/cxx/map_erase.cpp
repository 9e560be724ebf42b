// fermata: holds
// Sessions come and go: a map from which one thread erases while another inserts.
#include <cassert>
#include <map>
#include <mutex>
#include <thread>

std::mutex mutex;
std::map<int, int> sessions{{1, 10}, {2, 20}, {3, 30}};

int main() {
  std::thread cleaner([] {
    std::lock_guard<std::mutex> guard(mutex);
    for (auto it = sessions.begin(); it != sessions.end();) {
      it = it->second < 25 ? sessions.erase(it) : std::next(it);
    }
  });
  {
    std::lock_guard<std::mutex> guard(mutex);
    sessions.emplace(4, 40);
    sessions.erase(3);
  }
  cleaner.join();
  assert(sessions.size() == 1);
  assert(sessions.count(4) == 1);
}
