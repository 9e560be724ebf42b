// fermata: holds
//
// The token is given with the mutex in hand.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable token_there;
std::atomic<bool> token{false};

void worker() {
  for (int round = 0; round < 2; ++round) {
    std::unique_lock<std::mutex> lock(m);
    while (!token.exchange(false)) token_there.wait(lock);
  }
}

void give_token() {
  while (token) std::this_thread::yield();  // the last one was not taken yet
  std::lock_guard<std::mutex> lock(m);
  token = true;
  token_there.notify_one();
}

int main() {
  std::thread thread(worker);
  give_token();
  give_token();
  thread.join();
}
