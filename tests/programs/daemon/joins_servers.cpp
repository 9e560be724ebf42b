// fermata: holds
// fermata-args: --daemon
// A server as it is often written: main starts it and then waits for threads that never end. They go on serving, so that is fine.
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

std::mutex mutex;
std::condition_variable arrived;
std::queue<int> requests;

void serve() {
  for (;;) {
    std::unique_lock<std::mutex> lock(mutex);
    arrived.wait(lock, [] { return !requests.empty(); });
    requests.pop();
  }
}

void ask() {
  for (;;) {
    std::lock_guard<std::mutex> lock(mutex);
    if (requests.size() < 2) requests.push(1);
    arrived.notify_one();
  }
}

int main() {
  std::thread server(serve), client(ask);
  server.join();
  client.join();
}
