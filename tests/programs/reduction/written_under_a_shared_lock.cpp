// fermata: violated safety assertion
// fermata-args: --exhaustive
// fermata-explains: 'hits': not protected: each access is a step of its own
//
// The same, but what looks like reading counts how often it was done.
#include <cassert>
#include <shared_mutex>
#include <thread>

std::shared_mutex rw;
int hits;

void look() {
  std::shared_lock reading(rw);
  ++hits;
}

int main() {
  std::thread reader(look);
  look();
  reader.join();
  assert(hits == 2);  // fails here
}
