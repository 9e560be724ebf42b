// fermata: violated hang lost-wakeup at 24
// fermata-args: --daemon
// The client forgets to notify: when the server sleeps first, it sleeps for ever. The client polls
// on, so the server as a whole looks busy.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
bool request = false;

void client() {
  for (;;) {
    std::lock_guard<std::mutex> guard(mutex);
    request = true;
  }
}

int main() {
  std::thread(client).detach();
  for (;;) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [] { return request; });  // stuck here
    request = false;
  }
}
