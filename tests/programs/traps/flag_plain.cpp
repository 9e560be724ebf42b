// fermata: holds
// A plain flag is read again in each turn of the loop; it is set some time.
#include <thread>

class Flag {
 public:
  void set(bool value) { set_ = value; }

  void wait() const {
    while (!set_) {}
  }

 private:
  bool set_ = false;
};

int main() {
  Flag flag;
  std::thread thread([&flag] { flag.set(true); });
  flag.wait();
  thread.join();
}
