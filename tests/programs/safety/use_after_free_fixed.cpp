// fermata: holds
// The twin of use_after_free.cpp: both own it.
#include <cstdio>
#include <memory>
#include <thread>

struct Job {
  int number;
};

int main() {
  auto job = std::make_shared<Job>(Job{5});
  std::thread worker([job] { std::printf("job %d\n", job->number); });
  job.reset();
  worker.join();
}
