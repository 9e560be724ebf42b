// fermata: violated safety use-after-return at 16
// A thread is given a local variable of a function that is left by an exception while the thread still runs.
#include <atomic>
#include <thread>

std::atomic<int*> published{nullptr};

void work() {
  int local = 1;
  published = &local;
  throw 1;
}
void (*volatile call)() = work;  // not inlined

void reader() {
  if (int* p = published) *p = 2;  // fails here
}

int main() {
  std::thread other(reader);
  try {
    call();
  } catch (int) {
  }
  other.join();
}
