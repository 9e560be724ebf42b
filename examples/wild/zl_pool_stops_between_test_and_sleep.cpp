// The flag that stops the workers is set outside of the mutex under which they test it: it may change between test and sleep.
// library: lizhenghn123/zl_threadpool 6ebc8085e354c1910161e6612d29d404b2618082
// fermata: violated hang
// fermata-clang: -I{library}/ThreadPoolCpp11
#include <ThreadPool.h>

int main() { zl::ThreadPool pool(1); }
