// fermata: holds
//
// The mailbox of predicate_under_other_mutex.cpp, repaired: the condition variable waits with the
// very mutex that guards what it waits for.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

class Mailbox {
 public:
  void post(int message) {
    {
      std::lock_guard<std::mutex> guard(messages_mutex_);
      messages_.push_back(message);
    }
    arrived_.notify_one();
  }

  int take() {
    std::unique_lock<std::mutex> lock(messages_mutex_);
    arrived_.wait(lock, [this] { return !messages_.empty(); });
    int message = messages_.front();
    messages_.pop_front();
    return message;
  }

 private:
  std::mutex messages_mutex_;
  std::deque<int> messages_;
  std::condition_variable arrived_;
};

int main() {
  Mailbox mailbox;
  std::thread sender([&mailbox] { mailbox.post(7); });
  int message = mailbox.take();
  assert(message == 7);
  sender.join();
}
