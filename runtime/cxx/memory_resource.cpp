// SPDX-License-Identifier: Apache-2.0
// <memory_resource>: what is behind polymorphic allocators.
//
// A pool does not keep pools: each block comes from the resource behind it, and goes back there when it is freed or
// when the pool is released. That is allowed, and what is freed can be told from what is not. The synchronised one
// locks, as it must.
#include <memory_resource>
#include <mutex>
#include <new>

namespace std::pmr {

memory_resource::~memory_resource() = default;

namespace {

class NewDelete final : public memory_resource {
 public:
  constexpr NewDelete() = default;

 private:
  void* do_allocate(size_t bytes, size_t alignment) override { return ::operator new(bytes, align_val_t(alignment)); }
  void do_deallocate(void* p, size_t bytes, size_t alignment) override {
    ::operator delete(p, bytes, align_val_t(alignment));
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return &other == this; }
};

class Nothing final : public memory_resource {
 public:
  constexpr Nothing() = default;

 private:
  void* do_allocate(size_t, size_t) override { throw bad_alloc(); }
  void do_deallocate(void*, size_t, size_t) override {}
  bool do_is_equal(const memory_resource& other) const noexcept override { return &other == this; }
};

// Never destroyed: others may use them at exit.
[[clang::no_destroy]] constinit const NewDelete NEW_DELETE;
[[clang::no_destroy]] constinit const Nothing NOTHING;
constinit memory_resource* __fermata_default = nullptr;

}  // namespace

memory_resource* new_delete_resource() noexcept { return const_cast<NewDelete*>(&NEW_DELETE); }
memory_resource* null_memory_resource() noexcept { return const_cast<Nothing*>(&NOTHING); }
memory_resource* get_default_resource() noexcept {
  memory_resource* const set = __atomic_load_n(&__fermata_default, __ATOMIC_SEQ_CST);
  return set ? set : new_delete_resource();
}
memory_resource* set_default_resource(memory_resource* next) noexcept {
  memory_resource* const old =
      __atomic_exchange_n(&__fermata_default, next ? next : new_delete_resource(), __ATOMIC_SEQ_CST);
  return old ? old : new_delete_resource();
}

// Buffers that are full, one behind the other.
class monotonic_buffer_resource::_Chunk {
 public:
  _Chunk* next;
  size_t bytes;
  size_t alignment;
};

monotonic_buffer_resource::~monotonic_buffer_resource() { release(); }

void monotonic_buffer_resource::_M_new_buffer(size_t bytes, size_t alignment) {
  if (alignment < alignof(_Chunk)) alignment = alignof(_Chunk);
  if (bytes < _M_next_bufsiz) bytes = _M_next_bufsiz;
  const size_t whole = (bytes + sizeof(_Chunk) + alignof(_Chunk) - 1) / alignof(_Chunk) * alignof(_Chunk);
  char* const buffer = static_cast<char*>(_M_upstream->allocate(whole, alignment));
  _M_head = new (buffer + whole - sizeof(_Chunk)) _Chunk{_M_head, whole, alignment};
  _M_current_buf = buffer;
  _M_avail = whole - sizeof(_Chunk);
  _M_next_bufsiz = static_cast<size_t>(static_cast<double>(_M_next_bufsiz) * _S_growth_factor);
}

void monotonic_buffer_resource::_M_release_buffers() noexcept {
  while (_M_head) {
    _Chunk* const chunk = _M_head;
    const size_t bytes = chunk->bytes, alignment = chunk->alignment;
    _M_head = chunk->next;
    _M_upstream->deallocate(reinterpret_cast<char*>(chunk) + sizeof(_Chunk) - bytes, bytes, alignment);
  }
}

struct __pool_resource::_BigBlock {
  void* begin;
  size_t bytes;
  size_t alignment;
};
struct __pool_resource::_Pool {};

__pool_resource::__pool_resource(const pool_options& options, memory_resource* upstream)
    : _M_opts(options), _M_unpooled(upstream), _M_npools(0) {}
__pool_resource::~__pool_resource() { release(); }

void* __pool_resource::allocate(size_t bytes, size_t alignment) {
  _M_unpooled.reserve(_M_unpooled.size() + 1);
  void* const begin = resource()->allocate(bytes, alignment);
  _M_unpooled.push_back({begin, bytes, alignment});
  return begin;
}
void __pool_resource::deallocate(void* begin, size_t, size_t) {
  for (auto block = _M_unpooled.begin(); block != _M_unpooled.end(); ++block) {
    if (block->begin != begin) continue;
    resource()->deallocate(block->begin, block->bytes, block->alignment);
    *block = _M_unpooled.back();
    _M_unpooled.pop_back();
    return;
  }
}
void __pool_resource::release() noexcept {
  for (const _BigBlock& block : _M_unpooled) resource()->deallocate(block.begin, block.bytes, block.alignment);
  _M_unpooled.clear();
  _M_unpooled.shrink_to_fit();
}

unsynchronized_pool_resource::unsynchronized_pool_resource(const pool_options& options, memory_resource* upstream)
    : _M_impl(options, upstream) {}
unsynchronized_pool_resource::~unsynchronized_pool_resource() { release(); }
void unsynchronized_pool_resource::release() { _M_impl.release(); }
void* unsynchronized_pool_resource::do_allocate(size_t bytes, size_t alignment) {
  return _M_impl.allocate(bytes, alignment);
}
void unsynchronized_pool_resource::do_deallocate(void* p, size_t bytes, size_t alignment) {
  _M_impl.deallocate(p, bytes, alignment);
}

synchronized_pool_resource::synchronized_pool_resource(const pool_options& options, memory_resource* upstream)
    : _M_impl(options, upstream) {}
synchronized_pool_resource::~synchronized_pool_resource() { release(); }
void synchronized_pool_resource::release() {
  const lock_guard<shared_mutex> lock(_M_mx);
  _M_impl.release();
}
void* synchronized_pool_resource::do_allocate(size_t bytes, size_t alignment) {
  const lock_guard<shared_mutex> lock(_M_mx);
  return _M_impl.allocate(bytes, alignment);
}
void synchronized_pool_resource::do_deallocate(void* p, size_t bytes, size_t alignment) {
  const lock_guard<shared_mutex> lock(_M_mx);
  _M_impl.deallocate(p, bytes, alignment);
}

}  // namespace std::pmr
