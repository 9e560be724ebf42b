// fermata: holds
// If the function of a call_once throws, the call counts as not made: the exception goes to the caller, and the next
// one tries again. The same is true of static variables.
#include <cassert>
#include <mutex>
#include <thread>

std::once_flag once;
int attempts = 0, failures = 0, finished = 0;
std::mutex m;

void connect() {
  std::lock_guard<std::mutex> guard(m);
  if (++attempts == 1) throw 1;
  ++finished;
}

void use() {
  try {
    std::call_once(once, connect);
  } catch (int) {
    std::lock_guard<std::mutex> guard(m);
    ++failures;
  }
}

int tries = 0;
int made() {
  if (++tries == 1) throw 2;
  return tries;
}
int made_once() {
  static int value = made();
  return value;
}

int main() {
  std::thread other(use);
  use();
  other.join();
  assert(attempts == 2 && failures == 1 && finished == 1);
  try {
    made_once();
    assert(false);
  } catch (int) {
  }
  assert(made_once() == 2 && made_once() == 2);
}
