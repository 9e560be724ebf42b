// fermata: violated hang lost-wakeup at 24
//
// A mailbox with one mutex too many (rapidsmpf #578). The messages are guarded by
// `messages_mutex_`, but the reader waits with `wait_mutex_`. Both sides lock diligently, and yet
// nothing keeps a message from being posted between the reader's check and its sleep.
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
    std::unique_lock<std::mutex> wait_lock(wait_mutex_);
    arrived_.wait(wait_lock, [this] { return has_message(); });  // stuck here
    std::lock_guard<std::mutex> guard(messages_mutex_);
    int message = messages_.front();
    messages_.pop_front();
    return message;
  }

 private:
  bool has_message() {
    std::lock_guard<std::mutex> guard(messages_mutex_);
    return !messages_.empty();
  }

  std::mutex messages_mutex_;
  std::deque<int> messages_;
  std::mutex wait_mutex_;
  std::condition_variable arrived_;
};

int main() {
  Mailbox mailbox;
  std::thread sender([&mailbox] { mailbox.post(7); });
  int message = mailbox.take();
  assert(message == 7);
  sender.join();
}
