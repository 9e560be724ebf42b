// fermata: violated hang stuck-loop at 14
// Waits for the wrong word of a large atomic object, which nobody ever sets.
#include <atomic>
#include <thread>

struct Message {
  long number, urgent, ready;
};

std::atomic<Message> message;

int main() {
  std::thread sender([] { message = Message{1, 0, 1}; });
  while (message.load().urgent == 0) {  // stuck here
  }
  sender.join();
}
