// fermata: violated safety abort at 16
// fermata-says: another one was assigned to a std::thread that was neither joined nor detached ('Worker::start::lambda#1', in 'Worker::start')
// A worker is started again while the thread that it had is still there.
#include <atomic>
#include <thread>

std::atomic<int> rounds;

class Worker {
 public:
  ~Worker() {
    if (thread_.joinable()) thread_.join();
  }

  void start() {
    thread_ = std::thread([] { ++rounds; });  // fails here
  }

 private:
  std::thread thread_;
};

int main() {
  Worker worker;
  worker.start();
  worker.start();
}
