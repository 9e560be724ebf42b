// fermata: violated hang stuck-loop
// fermata-args: --daemon
// The helper waits with a timeout, again and again, for what nobody does. To fall asleep and to wake up by itself is to spin.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
bool done = false;

int main() {
  std::thread helper([] {
    std::unique_lock<std::mutex> lock(mutex);
    while (!done) changed.wait_for(lock, std::chrono::seconds(1));
  });
  helper.join();  // stuck here
}
