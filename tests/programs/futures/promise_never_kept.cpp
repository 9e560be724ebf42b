// fermata: violated hang deadlock at 18
// fermata-says: can wait forever for the result promised at
// A promise that is kept alive and never set.
#include <future>
#include <thread>

std::promise<int> answer;

void worker(bool knows) {
  if (knows) answer.set_value(42);
}

int main() {
  std::future<int> result = answer.get_future();
  std::thread one(worker, false);
  std::thread two(worker, false);
  one.join();
  result.get();  // stuck here
  two.join();
}
