// fermata: violated hang self-deadlock at 15
// A member function that locks calls another that locks.
#include <mutex>
#include <thread>
#include <vector>

class Registry {
 public:
  void add(int id) {
    std::lock_guard<std::mutex> guard(mutex_);
    if (!contains(id)) ids_.push_back(id);
  }

  bool contains(int id) const {
    std::lock_guard<std::mutex> guard(mutex_);  // stuck here
    for (int known : ids_) {
      if (known == id) return true;
    }
    return false;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<int> ids_;
};

int main() {
  Registry registry;
  std::thread thread([&registry] { registry.add(1); });
  thread.join();
}
