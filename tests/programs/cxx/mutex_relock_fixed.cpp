// fermata: holds
// The twin of mutex_relock.cpp with a recursive mutex.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

class Registry {
 public:
  void add(int id) {
    std::lock_guard<std::recursive_mutex> guard(mutex_);
    if (!contains(id)) ids_.push_back(id);
  }

  bool contains(int id) const {
    std::lock_guard<std::recursive_mutex> guard(mutex_);
    for (int known : ids_) {
      if (known == id) return true;
    }
    return false;
  }

 private:
  mutable std::recursive_mutex mutex_;
  std::vector<int> ids_;
};

int main() {
  Registry registry;
  std::thread thread([&registry] { registry.add(1); });
  registry.add(1);
  thread.join();
  assert(registry.contains(1));
}
