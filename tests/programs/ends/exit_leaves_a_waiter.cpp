// fermata: holds
// fermata-notes: ended the process while 'main' waited for the end of
// A thread that calls exit while main joins it.
#include <cstdlib>
#include <thread>

int main() {
  std::thread worker([] { std::exit(0); });
  worker.join();
}
