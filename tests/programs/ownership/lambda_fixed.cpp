// fermata: holds
// A slot handed from a producer to a consumer. The declarations end with their scope.
#include <fermata/fermata.h>
#include <atomic>
#include <thread>

struct Message {
  int number = 0;
  int copies[2] = {};
};

std::atomic<bool> full;
Message message;

void produce() {
  const fermata::owns_while mine(message, [] { return !full; });
  message.number = 7;
  message.copies[0] = 7;
  message.copies[1] = 7;
  full = true;
}

void consume() {
  const fermata::owns_while mine(message, [] { return full.load(); });
  while (!full) {
  }
  message.number = message.copies[0] + message.copies[1];
  full = false;
}

int main() {
  std::thread consumer(consume), producer(produce);
  producer.join();
  consumer.join();
}
