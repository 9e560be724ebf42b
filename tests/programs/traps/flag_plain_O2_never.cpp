// fermata: violated hang stuck-loop at 11
// fermata-clang: -O2
// A plain flag is read again in each turn of the loop, at -O2 as well; nobody sets it.
#include <thread>

class Flag {
 public:
  void set(bool value) { set_ = value; }

  void wait() const {
    while (!set_) {}  // stuck here
  }

 private:
  bool set_ = false;
};

int main() {
  Flag flag;
  std::thread thread([&flag] { flag.set(false); });
  flag.wait();
  thread.join();
}
