// Arguments in braces for aggregates of arrays and aggregates, where inner braces are left out.
#include <cstdio>
#include <vector>
#define HD __host__ __device__
struct Vec3 { float v[3]; };
struct Line { Vec3 from, to; };
struct Grid { int n; int cells[2][2]; Vec3 at; const char *name; };
struct Sphere {
  Vec3 c;
  float r;
  HD Sphere(Vec3 c, float r) : c(c), r(r) {}
};
HD float length(const Line &l) { return l.to.v[0] - l.from.v[0] + 10 * (l.to.v[2] - l.from.v[2]); }
HD float first(Vec3 v) { return v.v[0] + 100 * v.v[2]; }
HD int sum(const Grid &g) { return g.n + g.cells[0][0] + 10 * g.cells[1][1] + 1000 * (int)g.at.v[1] + (g.name ? 7 : 0); }
int only(int) { return 1; }
int only(Vec3) { return 3; }
__global__ void run(float *out) {
  Sphere s({1.5f, 0, 2}, .75f);
  out[0] = s.c.v[0] + s.c.v[2] + s.r;
  out[1] = length({1, 2, 3, 4, 5, 7});
  out[2] = length({{1, 2, 3}, {4, 5, 7}});
  out[3] = sum({1, 2, 3, 4, 5, 6, 7, 8, "x"});
  out[4] = first({1});
}
int main() {
  float *out;
  cudaMallocManaged(&out, 5 * sizeof(float));
  run<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  printf("%g %g %g %g %g\n", out[0], out[1], out[2], out[3], out[4]);
  Sphere s({1, 2, 3}, 4), t{{5, 6}, 7};
  std::vector<Sphere> list{Sphere({1, 2, 3}, 4), {{5, 6, 7}, 8}};
  list.push_back({{9, 8, 7}, 6});
  std::vector<Line> lines{{1, 2, 3, 4, 5, 6}, {{7, 8, 9}, {10, 11, 12}}};
  lines.push_back({1, 1, 1, 2, 2});
  Vec3 array[2] = {1, 2, 3, 4, 5, 6};
  printf("%g %g %g %g %g %g %g\n", s.c.v[2], t.c.v[2], t.r, list[1].c.v[2], list[2].c.v[0], lines[1].to.v[2], length(lines[2]));
  printf("%g %d %d %d\n", array[1].v[1], only({4}), only({1, 2, 3}), sum({1, {{2, 3}, {4, 5}}, {6, 7, 8}}));
}
