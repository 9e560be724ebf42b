// fermata: violated hang self-deadlock at 9
// A timed mutex is not recursive: lock() without a time blocks its owner.
#include <mutex>

std::timed_mutex mutex;

int main() {
  std::lock_guard<std::timed_mutex> outer(mutex);
  std::lock_guard<std::timed_mutex> inner(mutex);  // stuck here
}
