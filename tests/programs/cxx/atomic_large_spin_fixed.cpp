// fermata: holds
// fermata-args: --property hang,safety,termination
// Waits for the word of a large atomic object that will be set.
#include <atomic>
#include <thread>

struct Message {
  long number, urgent, ready;
};

std::atomic<Message> message;

int main() {
  std::thread sender([] { message = Message{1, 0, 1}; });
  while (message.load().ready == 0) {
  }
  sender.join();
}
