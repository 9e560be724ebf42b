// SPDX-License-Identifier: Apache-2.0
//
// Between fork and exec only async-signal-safe functions may be called. So everything is prepared before.
//
// Children are polled every half millisecond, which costs little. SIGCHLD would have to be told from other signals, and
// not every kernel has descriptors for processes (pidfd).
#include "base/subprocess.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <exception>
#include <utility>

namespace fermata {

namespace {

constexpr int cannot_run = 127;  // what shells say
constexpr timespec between_looks{0, 500'000};
constexpr int looks_between_sizes = 20;

/// In the child. False: the parent is gone already, so nobody waits for the result.
bool settle_down(pid_t parent, int output, int errors) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) return false;
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  const int nothing = open("/dev/null", O_RDONLY);
  return nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
         dup2(errors, STDERR_FILENO) >= 0;
}

/// Ours, and for glibc's malloc the wish for large pages: a compiler that ends after a tenth of a second has spent a
/// tenth of that in the kernel, which gave it memory page by page.
std::vector<char*> environment() {
  static char large_pages[] = "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.top_pad=16777216";
  const std::string_view name = std::string_view(large_pages).substr(0, std::string_view(large_pages).find('=') + 1);
  std::vector<char*> all;
  bool set = false;
  for (char** one = environ; one && *one; ++one) {
    all.push_back(*one);
    set |= std::string_view(*one).starts_with(name);
  }
  if (!set) all.push_back(large_pages);
  all.push_back(nullptr);
  return all;
}

Error no_process() { return {fmt::format("cannot start a process: {}", std::strerror(errno)), "", ""}; }

}  // namespace

Result<MemoryFile> MemoryFile::make() {
  const int descriptor = memfd_create("fermata", 0);
  if (descriptor < 0)
    return std::unexpected(Error{fmt::format("cannot make a temporary file: {}", std::strerror(errno)), "", ""});
  return MemoryFile(descriptor);
}

MemoryFile::MemoryFile(MemoryFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

MemoryFile::~MemoryFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::string MemoryFile::path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

bool MemoryFile::append(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t written = write(descriptor_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::string MemoryFile::content() const {
  struct stat about = {};
  std::string text;
  if (fstat(descriptor_, &about) != 0) return text;
  text.resize(static_cast<std::size_t>(about.st_size));
  std::size_t filled = 0;
  while (filled < text.size()) {
    const ssize_t got = pread(descriptor_, text.data() + filled, text.size() - filled, static_cast<off_t>(filled));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    filled += static_cast<std::size_t>(got);
  }
  text.resize(filled);
  return text;
}

Result<Subprocess> Subprocess::run(std::vector<std::string> command, const MemoryFile& output,
                                   const MemoryFile& errors) {
  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  const std::vector<char*> variables = environment();
  const pid_t us = getpid();
  const pid_t id = fork();
  if (id < 0) return std::unexpected(no_process());
  if (id > 0) return Subprocess(id);
  if (settle_down(us, output.descriptor(), errors.descriptor())) {
    execve(words[0], words.data(), variables.data());
    const char* why = strerrordesc_np(errno);
    if (why && write(STDERR_FILENO, why, std::strlen(why)) < 0) _exit(cannot_run);
  }
  _exit(cannot_run);
}

Result<Subprocess> Subprocess::copy(const std::function<void()>& work, const MemoryFile& errors) {
  const pid_t us = getpid();
  const pid_t id = fork();
  if (id < 0) return std::unexpected(no_process());
  if (id > 0) return Subprocess(id);
  int code = 1;
  if (settle_down(us, errors.descriptor(), errors.descriptor())) {
    try {
      work();
      code = 0;
    } catch (const std::exception& e) {
      if (write(STDERR_FILENO, e.what(), std::strlen(e.what())) < 0) code = 1;
    } catch (...) {
      code = 1;
    }
  }
  _exit(code);  // not exit: buffered output and atexit handlers belong to the parent
}

Subprocess::Subprocess(Subprocess&& other) noexcept : id_(std::exchange(other.id_, -1)), end_(other.end_) {}

Subprocess::~Subprocess() {
  if (id_ < 0 || end_) return;
  kill(id_, SIGKILL);  // it may not have made its process group yet
  reap();
}

std::optional<Subprocess::End> Subprocess::ended() {
  if (end_) return end_;
  siginfo_t about = {};
  if (waitid(P_PID, static_cast<id_t>(id_), &about, WEXITED | WNOHANG | WNOWAIT) == 0 && about.si_pid == 0)
    return std::nullopt;
  reap();
  return end_;
}

// Its id is not used again before it is reaped. So the rest of its group is killed first, then it is reaped.
void Subprocess::reap() {
  kill(-id_, SIGKILL);
  int status = 0;
  pid_t got = -1;
  do got = waitpid(id_, &status, 0);
  while (got < 0 && errno == EINTR);
  if (got < 0)
    end_ = End{.code = 1};  // somebody else has waited for it
  else if (WIFSIGNALED(status))
    end_ = End{.signal = WTERMSIG(status)};
  else
    end_ = End{.code = WEXITSTATUS(status)};
}

std::uint64_t Subprocess::resident_bytes() const {
  char text[128] = {};
  const int file = open(fmt::format("/proc/{}/statm", id_).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  unsigned long total = 0, resident = 0;
  if (length <= 0 || std::sscanf(text, "%lu %lu", &total, &resident) != 2) return 0;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::variant<Subprocess::End, Stopped> wait(std::span<Subprocess* const> all, const Stop& stop, std::uint64_t memory) {
  return *wait_until([] { return false; }, all, stop, memory);
}

std::optional<std::variant<Subprocess::End, Stopped>> wait_until(const std::function<bool()>& done,
                                                                 std::span<Subprocess* const> all, const Stop& stop,
                                                                 std::uint64_t memory) {
  for (int look = 0;; ++look) {
    if (auto end = all.front()->ended()) return *end;
    if (done()) return std::nullopt;
    if (const auto& reason = stop.reason()) return Stopped{*reason};
    if (look % looks_between_sizes == 0 &&
        std::ranges::any_of(all, [&](const Subprocess* one) { return one->resident_bytes() >= memory; }))
      return Stopped{fmt::format("the memory limit of {} was reached", bytes_text(memory))};
    nanosleep(&between_looks, nullptr);  // a signal ends it early, which is right
  }
}

std::string signal_name(int signal) {
  switch (signal) {
    case SIGSEGV: return "a segmentation fault";
    case SIGABRT: return "an abort";
    case SIGBUS: return "a bus error";
    case SIGFPE: return "a division by zero";
    case SIGILL: return "an illegal instruction";
    case SIGKILL: return "being killed, perhaps for want of memory";
    default: return fmt::format("signal {}", signal);
  }
}

}  // namespace fermata
