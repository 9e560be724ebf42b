// fermata: holds
// The destructor of a thread_local object runs before the thread can be joined.
#include <cassert>
#include <thread>

int open_handles = 0;

struct Handle {
  Handle() { ++open_handles; }
  ~Handle() { --open_handles; }
  int number = 1;
};

thread_local Handle handle;

int main() {
  std::thread thread([] {
    assert(handle.number == 1);
    assert(open_handles == 1);
  });
  thread.join();
  assert(open_handles == 0);
}
