// fermata: violated hang lost-wakeup
//
// A scheduler gives its worker a token and wakes it; the worker takes the token, or sleeps if there is none. Taking it is one
// step, giving it another, and neither needs the mutex of the condition variable: the token can come between the worker's look
// and its sleep. Met in GrandOrgue PR #2621.
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
    while (!token.exchange(false)) token_there.wait(lock);  // stuck here
  }
}

void give_token() {
  while (token) std::this_thread::yield();  // the last one was not taken yet
  token = true;
  token_there.notify_one();
}

int main() {
  std::thread thread(worker);
  give_token();
  give_token();
  thread.join();
}
