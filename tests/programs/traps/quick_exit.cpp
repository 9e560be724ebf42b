// fermata: holds
// quick_exit in a thread ends the process too, and runs no destructors that could wait.
#include <cstdlib>
#include <mutex>
#include <thread>

std::mutex mutex;

int main() {
  mutex.lock();
  std::thread([] { std::quick_exit(0); }).detach();
  for (;;) std::this_thread::yield();
}
