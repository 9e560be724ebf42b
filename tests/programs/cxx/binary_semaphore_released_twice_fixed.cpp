// fermata: holds
// The same, with a semaphore that can have a unit of each.
#include <semaphore>
#include <thread>

std::counting_semaphore<2> made{0};
int things[2];

void produce(int number) {
  things[number] = 1;
  made.release();
}

int main() {
  std::thread first(produce, 0), second(produce, 1);
  made.acquire();
  made.acquire();
  first.join();
  second.join();
}
