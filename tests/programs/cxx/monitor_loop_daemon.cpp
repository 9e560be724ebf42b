// fermata: holds
// fermata-args: --daemon
// A server loop that serves requests for ever; each wait and each lock ends.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
bool request = false;

void client() {
  for (;;) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [] { return !request; });
    request = true;
    changed.notify_one();
  }
}

int main() {
  std::thread(client).detach();
  for (;;) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [] { return request; });
    request = false;
    changed.notify_one();
  }
}
