// fermata: violated hang lost-wakeup at 11
// A spurious wakeup would save this program. It may break one, it never excuses one.
#include <condition_variable>
#include <mutex>

std::mutex mutex;
std::condition_variable never_notified;

int main() {
  std::unique_lock<std::mutex> lock(mutex);
  never_notified.wait(lock);  // stuck here
}
