// fermata: violated hang never-released at 10
// main would return, but it wants the mutex first, and the thread that has it returned without it.
#include <mutex>
#include <thread>

std::mutex mutex;

int main() {
  std::thread([] { mutex.lock(); }).detach();
  std::lock_guard<std::mutex> guard(mutex);  // stuck here
}
