// fermata: holds
// std::shared_mutex: readers beside readers, a writer alone.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex mutex;
int low = 0;
int high = 0;

void write_both() {
  std::unique_lock<std::shared_mutex> lock(mutex);
  ++low;
  ++high;
}

void read_both() {
  std::shared_lock<std::shared_mutex> lock(mutex);
  assert(low == high);
}

int main() {
  std::thread writer(write_both);
  std::thread reader(read_both);
  read_both();
  writer.join();
  reader.join();
  assert(low == 1);
}
