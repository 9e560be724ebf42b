// fermata: holds
// As thread_not_joined, but the thread is joined. An empty handle, or one that was moved from, may be destroyed.
#include <thread>
#include <utility>

int value = 0;

void set_value() { value = 1; }
void start_and_wait() {
  std::thread nobody, thread(set_value);
  std::thread other = std::move(thread);
  other.join();
}

int main() { start_and_wait(); }
