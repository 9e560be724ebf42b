// fermata: violated safety division-by-zero at 14
// A hash table without buckets, for a moment.
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<unsigned> buckets{4};

int main() {
  std::thread resizer([] {
    buckets = 0;
    buckets = 8;
  });
  unsigned bucket = 13u % buckets;  // fails here
  std::printf("bucket %u\n", bucket);
  resizer.join();
}
