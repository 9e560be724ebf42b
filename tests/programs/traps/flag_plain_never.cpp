// fermata: violated hang stuck-loop at 10
// A plain flag is read again in each turn of the loop; nobody sets it.
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
