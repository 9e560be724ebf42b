// fermata: holds
// Sections end where their objects do, also if an exception passes through.
#include <fermata/fermata.h>

#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> event;
int slot;

static void use(bool fails) {
  fermata::must_end this_call;
  fermata::exclusive_section section(slot);
  fermata::wait_for waits(event);
  if (fails) throw 1;
}

int main() {
  std::thread other([] {
    fermata::wait_for waits(event);
    while (!event) {
    }
  });
  for (bool fails : {true, false, true}) try {
      use(fails);
    } catch (int) {
    }
  event = 1;
  other.join();
  {
    fermata::exclusive_section again(slot);
  }
}
