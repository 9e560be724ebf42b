// fermata: violated hang stuck-loop at 11
// An atomic flag is read again in each turn of the loop; nobody sets it.
#include <atomic>
#include <thread>

class Flag {
 public:
  void set(bool value) { set_ = value; }

  void wait() const {
    while (!set_) {}  // stuck here
  }

 private:
  std::atomic<bool> set_{false};
};

int main() {
  Flag flag;
  std::thread thread([&flag] { flag.set(false); });
  flag.wait();
  thread.join();
}
