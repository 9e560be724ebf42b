// fermata: violated safety assertion at 11
// The new thread looks at the std::thread that its creator makes. It may run before that knows which thread it is.
#include <atomic>
#include <cassert>
#include <thread>

std::thread worker;

int main() {
  worker = std::thread([] {
    assert(worker.get_id() == std::this_thread::get_id());  // fails here
  });
  worker.join();
}
