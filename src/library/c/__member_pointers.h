// Pointers to members: `T C::*` is __cufort_member<C, T>, `R (C::*)(A…)` is __cufort_method<C, R(A…)>; `.*` and `->*` call `of`.
#pragma once
// Where the base B begins in an object of C; a call fits only where C's address becomes B's by itself.
template <class B> B *__cufort_as_base(B *);
template <class B, class C> __host__ __device__ inline long __cufort_base_offset() {
  C *object = (C *)4096;
  B *base = object;
  return (char *)base - (char *)object;
}
// Null: -1, as the Itanium ABI has it.
template <class C, class T> struct __cufort_member {
  long offset;
  __host__ __device__ constexpr __cufort_member() : offset(-1) {}
  __host__ __device__ constexpr __cufort_member(decltype(nullptr)) : offset(-1) {}
  template <class B, class = decltype(__cufort_as_base<B>((C *)nullptr))>
  __host__ __device__ __cufort_member(const __cufort_member<B, T> &o)
      : offset(o.offset < 0 ? -1 : o.offset + __cufort_base_offset<B, C>()) {}
  __host__ __device__ T &of(C *o) const { return *(T *)((char *)o + offset); }
  __host__ __device__ const T &of(const C *o) const { return *(const T *)((const char *)o + offset); }
  __host__ __device__ explicit operator bool() const { return offset >= 0; }
  __host__ __device__ bool operator==(const __cufort_member &other) const { return offset == other.offset; }
  __host__ __device__ bool operator!=(const __cufort_member &other) const { return offset != other.offset; }
};
// A function with its object.
template <class C, class F> struct __cufort_bound;
template <class C, class R, class... A> struct __cufort_bound<C, R(A...)> {
  R (*f)(C *, A...);
  C *o;
  __host__ __device__ R operator()(A... a) const { return f(o, static_cast<A &&>(a)...); }
};
// slot: its place in the table of virtual functions, or -1; adjust: where the part with the table lies.
template <class C, class F> struct __cufort_method;
template <class C, class R, class... A> struct __cufort_method<C, R(A...)> {
  typedef R (*pointer)(C *, A...);
  pointer f;
  long slot, adjust;
  __host__ __device__ constexpr __cufort_method() : f(nullptr), slot(-1), adjust(0) {}
  __host__ __device__ constexpr __cufort_method(decltype(nullptr)) : f(nullptr), slot(-1), adjust(0) {}
  template <class B, class = decltype(__cufort_as_base<B>((C *)nullptr))>
  __host__ __device__ __cufort_method(const __cufort_method<B, R(A...)> &o)
      : f((pointer)o.f), slot(o.slot), adjust(o.adjust + __cufort_base_offset<B, C>()) {}
  __host__ __device__ __cufort_bound<C, R(A...)> of(const C *object) const {
    char *o = (char *)object + adjust;
    if (slot < 0) return {f, (C *)o};
    char *entry = *(char **)o + 16 + 16 * slot;
    return {*(pointer *)entry, (C *)(o + *(long *)(entry + 8))};
  }
  __host__ __device__ explicit operator bool() const { return f != nullptr || slot >= 0; }
  __host__ __device__ bool operator==(const __cufort_method &other) const {
    return f == other.f && slot == other.slot && (!*this || adjust == other.adjust);
  }
  __host__ __device__ bool operator!=(const __cufort_method &other) const { return !(*this == other); }
};
