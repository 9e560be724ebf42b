// SPDX-License-Identifier: Apache-2.0
// An array for hundreds of millions of numbers, which grows at its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "base/require.h"

namespace fermata::store {

/// Like std::vector, but grows by realloc: the C library remaps the pages of a large block instead of copying them, so
/// that growing needs no second copy. The unused rest of the block takes no memory until it is written.
template <class T>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<T>, "realloc moves the bytes");

 public:
  GrowingArray() = default;
  ~GrowingArray() { std::free(data_); }
  GrowingArray(GrowingArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  GrowingArray& operator=(GrowingArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  const T& back() const { return data_[size_ - 1]; }
  std::span<const T> slice(std::size_t first, std::size_t count) const { return {data_ + first, count}; }

  void push_back(T value) {
    if (size_ == capacity_) grow(size_ + 1);
    data_[size_++] = value;
  }
  void append(std::span<const T> values) {
    if (size_ + values.size() > capacity_) grow(size_ + values.size());
    for (const T& value : values) data_[size_++] = value;
  }
  /// To this size. New elements are not initialised, and take no memory until they are written.
  void stretch(std::size_t size) {
    if (size > capacity_) grow(size);
    size_ = size;
  }
  void pop_back() { --size_; }
  void truncate(std::size_t size) {
    FERMATA_REQUIRE(size <= size_, "truncating only shortens");
    size_ = size;
  }

  /// Without the unused rest.
  std::uint64_t bytes() const { return std::uint64_t{size_} * sizeof(T); }

 private:
  void grow(std::size_t needed) {
    std::size_t capacity = capacity_ < 16 ? 16 : capacity_ * 2;
    if (capacity < needed) capacity = needed;
    void* moved = std::realloc(static_cast<void*>(data_), capacity * sizeof(T));
    if (!moved) throw std::bad_alloc();
    data_ = static_cast<T*>(moved);
    capacity_ = capacity;
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace fermata::store
