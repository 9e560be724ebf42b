// fermata: holds
// A state machine in an atomic enum: one thread starts it, the other waits until it runs.
#include <atomic>
#include <cassert>
#include <thread>

enum class State : unsigned char { idle, starting, running };

std::atomic<State> state{State::idle};

void start() {
  State expected = State::idle;
  if (state.compare_exchange_strong(expected, State::starting)) {
    state = State::running;
  } else {
    while (state != State::running) std::this_thread::yield();
  }
}

int main() {
  std::thread thread(start);
  start();
  assert(state == State::running);
  thread.join();
}
