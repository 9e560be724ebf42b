// fermata: violated safety abort at 11
// fermata-says: a std::thread was destroyed that was neither joined nor detached ('set_value#1', in 'start_and_forget')
// A std::thread that is destroyed while joinable ends the program by std::terminate.
#include <thread>

int value = 0;

void set_value() { value = 1; }
void start_and_forget() {
  std::thread thread(set_value);
}  // fails here

int main() { start_and_forget(); }
