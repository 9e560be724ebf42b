// fermata: holds
// The variable belongs to the function that catches.
#include <atomic>
#include <thread>

std::atomic<int*> published{nullptr};

void work(int& local) {
  published = &local;
  throw 1;
}

void reader() {
  if (int* p = published) *p = 2;
}

int main() {
  int local = 1;
  std::thread other(reader);
  try {
    work(local);
  } catch (int) {
  }
  other.join();
}
