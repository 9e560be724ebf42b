// fermata: violated hang lost-wakeup at 16
// fermata-args: --daemon
// The same, but the client forgets to notify. That main waits for the server is not the point: it is the server that is stuck.
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
    arrived.wait(lock, [] { return !requests.empty(); });  // stuck here
    requests.pop();
  }
}

void ask() {
  for (;;) {
    std::lock_guard<std::mutex> lock(mutex);
    if (requests.size() < 2) requests.push(1);
  }
}

int main() {
  std::thread server(serve), client(ask);
  server.join();
  client.join();
}
