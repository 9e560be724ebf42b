// fermata: violated safety use-after-free at 13
// The owner deletes the job while the worker may still read it.
#include <cstdio>
#include <thread>

struct Job {
  int number;
};

int main() {
  Job* job = new Job{5};
  std::thread worker([job] {
    std::printf("job %d\n", job->number);  // fails here
  });
  delete job;
  worker.join();
}
