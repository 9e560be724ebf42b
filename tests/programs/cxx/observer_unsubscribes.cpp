// fermata: violated hang self-deadlock at 16
// An observer that unsubscribes itself when it is told, while the list is locked for the telling.
#include <functional>
#include <map>
#include <mutex>
#include <thread>

class Subject {
 public:
  void subscribe(int id, std::function<void()> observer) {
    std::lock_guard<std::mutex> guard(mutex_);
    observers_[id] = std::move(observer);
  }

  void unsubscribe(int id) {
    std::lock_guard<std::mutex> guard(mutex_);  // stuck here
    observers_.erase(id);
  }

  void notify() {
    std::lock_guard<std::mutex> guard(mutex_);
    for (auto& [id, observer] : observers_) observer();
  }

 private:
  std::mutex mutex_;
  std::map<int, std::function<void()>> observers_;
};

int main() {
  Subject subject;
  std::thread thread([&subject] {
    subject.subscribe(1, [&subject] { subject.unsubscribe(1); });
  });
  subject.notify();
  thread.join();
}
