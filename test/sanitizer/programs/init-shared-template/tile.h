// finds: 7 Uninitialized __shared__ memory read of size 8 bytes: cell[N - 1 - t]
template <typename T, int N, int FILLED> struct Tile {
  T cell[N];
  __device__ void load(const T *from, int t) {
    if (t < FILLED) cell[t] = from[t];
  }
  __device__ T back(int t) const { return cell[N - 1 - t]; }
};
