// fermata: holds
// The twin of observer_unsubscribes.cpp: a copy of the list is told, without the lock.
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
    std::lock_guard<std::mutex> guard(mutex_);
    observers_.erase(id);
  }

  void notify() {
    std::map<int, std::function<void()>> copy;
    {
      std::lock_guard<std::mutex> guard(mutex_);
      copy = observers_;
    }
    for (auto& [id, observer] : copy) observer();
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
