// Pointers to members: `T C::*` is __cufort_member<C, T>, `R (C::*)(A…)` is __cufort_method<C, R(A…)>; `.*` and `->*` call `of`.
#pragma once
template <class C, class T> struct __cufort_member {
  long offset;
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
  __host__ __device__ __cufort_bound<C, R(A...)> of(const C *object) const {
    char *o = (char *)object + adjust;
    if (slot < 0) return {f, (C *)o};
    char *entry = *(char **)o + 16 + 16 * slot;
    return {*(pointer *)entry, (C *)(o + *(long *)(entry + 8))};
  }
  __host__ __device__ explicit operator bool() const { return f != nullptr || slot >= 0; }
  __host__ __device__ bool operator==(const __cufort_method &other) const { return f == other.f && slot == other.slot; }
  __host__ __device__ bool operator!=(const __cufort_method &other) const { return !(*this == other); }
};
