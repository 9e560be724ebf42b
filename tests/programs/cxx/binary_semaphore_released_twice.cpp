// fermata: violated safety misuse at 11
// Two producers announce what they made with a semaphore that can have one unit only: both may come before the consumer has taken the first.
#include <semaphore>
#include <thread>

std::binary_semaphore made{0};
int things[2];

void produce(int number) {
  things[number] = 1;
  made.release();  // fails here
}

int main() {
  std::thread first(produce, 0), second(produce, 1);
  made.acquire();
  made.acquire();
  first.join();
  second.join();
}
