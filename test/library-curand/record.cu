// Records what NVIDIA's cuRAND gives, as the data that the tests beside this file compare with.
// Build: nvcc -std=c++17 -arch=sm_90 -o record record.cu -lcurand
// Run:   record FOLDER, or record FOLDER tables
// FOLDER/host.txt, the host API on the GPU: one case per record, as the tests read it:
//   type order seed offset dimensions what p1 p2 calls n(1..calls) status hash samples
//   then `samples` lines (the first four where all bits are compared by the hash) "index bits" (index from 0 in the concatenated output, bits as a signed integer of the output's size)
// FOLDER/mt19937.txt: the same of MT19937
// FOLDER/device.txt: "what type seed sequence offset p1 p2 count bits..."
// FOLDER/status.txt: "label status"
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
#include <cuda_runtime.h>
#include <curand.h>
#include <curand_kernel.h>

typedef unsigned long long u64;
enum What { raw, raw64, uniform, uniformDouble, normal, normalDouble, logNormal, logNormalDouble, poisson };

static int bytesOf(int what) {
  return what == raw64 || what == uniformDouble || what == normalDouble || what == logNormalDouble ? 8 : 4;
}

static curandStatus_t generate(curandGenerator_t g, int what, void *p, size_t n, double p1, double p2) {
  switch (what) {
    case raw: return curandGenerate(g, (unsigned *)p, n);
    case raw64: return curandGenerateLongLong(g, (u64 *)p, n);
    case uniform: return curandGenerateUniform(g, (float *)p, n);
    case uniformDouble: return curandGenerateUniformDouble(g, (double *)p, n);
    case normal: return curandGenerateNormal(g, (float *)p, n, p1, p2);
    case normalDouble: return curandGenerateNormalDouble(g, (double *)p, n, p1, p2);
    case logNormal: return curandGenerateLogNormal(g, (float *)p, n, p1, p2);
    case logNormalDouble: return curandGenerateLogNormalDouble(g, (double *)p, n, p1, p2);
    default: return curandGeneratePoisson(g, (unsigned *)p, n, p1);
  }
}

struct Case {
  int type, order;
  bool seeded;
  u64 seed, offset;
  int dimensions, what;
  double p1, p2;
  std::vector<size_t> calls;
};

static void record(FILE *out, const Case &c) {
  size_t total = 0;
  for (size_t n : c.calls) total += n;
  const int size = bytesOf(c.what);
  std::vector<char> host(total * size, 0);
  char *place;
  if (cudaMalloc((void **)&place, total * size) != cudaSuccess) return;
  cudaMemset(place, 0, total * size);
  curandGenerator_t g;
  int status = curandCreateGenerator(&g, (curandRngType_t)c.type);
  if (!status && c.order) status = curandSetGeneratorOrdering(g, (curandOrdering_t)c.order);
  if (!status && c.seeded) status = curandSetPseudoRandomGeneratorSeed(g, c.seed);
  if (!status && c.offset) status = curandSetGeneratorOffset(g, c.offset);
  if (!status && c.dimensions > 1) status = curandSetQuasiRandomGeneratorDimensions(g, c.dimensions);
  size_t at = 0;
  for (size_t n : c.calls) {
    if (!status) status = generate(g, c.what, place + at * size, n, c.p1, c.p2);
    at += n;
  }
  cudaDeviceSynchronize();
  cudaMemcpy(host.data(), place, total * size, cudaMemcpyDeviceToHost);
  cudaFree(place);
  curandDestroyGenerator(g);
  auto bits = [&](size_t i) -> long long {
    if (size == 8) { long long v; memcpy(&v, &host[i * 8], 8); return v; }
    int v; memcpy(&v, &host[i * 4], 4); return v;
  };
  u64 hash = 0;
  for (size_t i = 0; i < total; i++) hash = hash * 6364136223846793005ull + (u64)bits(i) + 1;
  std::vector<size_t> where;
  u64 r = 12345;
  for (size_t i = 0; i < 12 && i < total; i++) where.push_back(i);
  for (int k = 0; k < 16 && total > 20; k++) { r = r * 6364136223846793005ull + 1442695040888963407ull; where.push_back((r >> 33) % total); }
  for (size_t i = 0; i < 4 && total > 20; i++) where.push_back(total - 4 + i);
  if (status) where.clear();
  if ((c.what <= uniformDouble || c.what == poisson) && where.size() > 4) where.resize(4);
  fprintf(out, "%d %d %lld %lld %d %d %.17g %.17g %zu", c.type, c.order, c.seeded ? (long long)c.seed : -1ll, (long long)c.offset, c.dimensions, c.what, c.p1, c.p2, c.calls.size());
  for (size_t n : c.calls) fprintf(out, " %zu", n);
  fprintf(out, " %d %lld %zu\n", status, (long long)hash, where.size());
  for (size_t i : where) fprintf(out, "%zu %lld\n", i, bits(i));
}

static FILE *in(const char *folder, const std::string &name) { return fopen((std::string(folder) + "/" + name).c_str(), "wb"); }

static void hostCases(const char *folder) {
  FILE *out = in(folder, "host.txt");
  const int pseudo[] = {101, 121, 161, 141}, quasi[] = {201, 202, 203, 204};
  for (int t : pseudo) {
    for (int what = raw; what <= poisson; what++) {
      double p1 = what == poisson ? 12.5 : 1.0, p2 = what == poisson ? 0 : 0.5;
      for (int order : {0, 100, 102, 103}) {
        if (order == 102 && what != raw) continue;
        if ((order == 100 || order == 103) && what > uniformDouble) continue;
        record(out, {t, order, false, 0, 0, 0, what, p1, p2, {20000}});
      }
      record(out, {t, 0, true, 1234, 0, 0, what, p1, p2, {1000, 2000, 6, 994}});
      record(out, {t, 0, true, 0xDEADBEEFCAFE1234ull, 0, 0, what, p1, p2, {5000}});
      for (u64 offset : {u64(1), u64(2), u64(4097), u64(1000003), u64(1) << 33, (u64(1) << 45) + 12345})
        if (what <= uniform || what == normal || offset < 5000) record(out, {t, 0, true, 42, offset, 0, what, p1, p2, {2000}});
    }
    record(out, {t, 0, true, 7, 0, 0, raw, 0, 0, {1, 2, 3, 4095, 1, 5000, 7}});
    record(out, {t, 0, true, 7, 0, 0, uniformDouble, 0, 0, {1, 2, 3, 4095, 1, 5000, 7}});
    record(out, {t, 0, true, 7, 0, 0, normal, 0, 1, {2, 4, 8192, 5000, 8}});
    record(out, {t, 0, true, 7, 0, 0, normal, 0, 1, {7}});
    record(out, {t, 0, true, 7, 0, 0, raw, 0, 0, {1000000}});
    record(out, {t, 0, true, 7, 0, 0, normal, 0, 1, {300000}});
    record(out, {t, 0, true, 7, 0, 0, normalDouble, 0, 1, {300000}});
    for (double lambda : {0.01, 1.0, 63.0, 64.0, 500.0, 1999.5, 4000.0, 5000.0, 1e6}) record(out, {t, 0, true, 7, 0, 0, poisson, lambda, 0, {3000}});
  }
  for (int t : quasi)
    for (int what = raw; what <= poisson; what++) {
      if (what == raw64 && t < 203) continue;
      double p1 = what == poisson ? 12.5 : 1.0, p2 = what == poisson ? 0 : 0.5;
      for (int d : {1, 3, 40}) {
        record(out, {t, 0, false, 0, 0, d, what, p1, p2, {size_t(d) * 1200}});
        if (what <= uniformDouble) record(out, {t, 0, false, 0, 12345, d, what, p1, p2, {size_t(d) * 1200}});
      }
      if (what <= uniform) record(out, {t, 0, false, 0, 0, 2, what, p1, p2, {2000, 2000, 6}});
      if (what <= uniform) record(out, {t, 0, false, 0, 77, t % 2 ? 20000 : 400, what, p1, p2, {60000}});
    }
  fclose(out);
}

static void twisterCases(const char *folder) {
  FILE *out = in(folder, "mt19937.txt");
  for (int what = raw; what <= poisson; what++) record(out, {142, 0, true, 7, 0, 0, what, what == poisson ? 12.5 : 1.0, what == poisson ? 0 : 0.5, {2000}});
  for (int what : {raw, uniformDouble, normal}) record(out, {142, 0, false, 0, 0, 0, what, 1.0, 0.5, {1000, 200, 6, 994}});
  for (double lambda : {0.01, 31.0, 32.0, 63.0, 500.0, 1999.5, 4000.0, 1e6}) record(out, {142, 0, true, 7, 0, 0, poisson, lambda, 0, {1000}});
  for (u64 seed : {u64(1) << 33, 0xDEADBEEFCAFE1234ull}) record(out, {142, 103, true, seed, 0, 0, raw, 0, 0, {1000}});
  record(out, {142, 0, true, 5489, 0, 0, raw, 0, 0, {20000, 100000, 3, 5000000, 200000}});
  for (int order : {100, 101, 102, 104}) record(out, {142, order, true, 7, 0, 0, raw, 0, 0, {100}});
  record(out, {142, 0, true, 7, 5, 0, raw, 0, 0, {100}});
  fclose(out);
}

template <typename S> struct Types;
template <> struct Types<curandStateXORWOW_t> { static const int type = 101; };
template <> struct Types<curandStateMRG32k3a_t> { static const int type = 121; };
template <> struct Types<curandStatePhilox4_32_10_t> { static const int type = 161; };

template <typename T> __device__ long long asBits(T v) {
  if (sizeof(T) == 8) { long long b; memcpy(&b, &v, 8); return b; }
  int b; memcpy(&b, &v, 4); return b;
}

template <typename S> __device__ void vectors(S &s, int what, long long *out) {}
template <> __device__ void vectors(curandStatePhilox4_32_10_t &s, int what, long long *out) {
  for (int k = 0; k < 3; k++) {
    if (what == 20) { uint4 v = curand4(&s); out[4 * k] = (int)v.x; out[4 * k + 1] = (int)v.y; out[4 * k + 2] = (int)v.z; out[4 * k + 3] = (int)v.w; }
    if (what == 21) { float4 v = curand_uniform4(&s); out[4 * k] = asBits(v.x); out[4 * k + 1] = asBits(v.y); out[4 * k + 2] = asBits(v.z); out[4 * k + 3] = asBits(v.w); }
    if (what == 22) { float4 v = curand_normal4(&s); out[4 * k] = asBits(v.x); out[4 * k + 1] = asBits(v.y); out[4 * k + 2] = asBits(v.z); out[4 * k + 3] = asBits(v.w); }
    if (what == 23) { double2 v = curand_uniform2_double(&s); out[4 * k] = asBits(v.x); out[4 * k + 1] = asBits(v.y); out[4 * k + 2] = curand(&s); out[4 * k + 3] = 0; }
  }
}

const int perCase = 12;
template <typename S> __global__ void deviceCases(u64 seed, u64 sequence, u64 offset, double p1, double p2, long long *out) {
  const int what = threadIdx.x;
  S s;
  curand_init(seed, sequence, offset, &s);
  long long *o = out + what * perCase;
  if (what >= 20) return vectors(s, what, o);
  if (what == 12) skipahead(1000003ull, &s);
  if (what == 13) skipahead_sequence(5ull, &s);
  for (int i = 0; i < perCase; i++) switch (what) {
    case 0: case 12: case 13: o[i] = (int)curand(&s); break;
    case 2: o[i] = asBits(curand_uniform(&s)); break;
    case 3: o[i] = asBits(curand_uniform_double(&s)); break;
    case 4: o[i] = asBits(curand_normal(&s)); break;
    case 5: o[i] = asBits(curand_normal_double(&s)); break;
    case 6: o[i] = asBits(curand_log_normal(&s, (float)p1, (float)p2)); break;
    case 7: o[i] = asBits(curand_log_normal_double(&s, p1, p2)); break;
    case 8: o[i] = (int)curand_poisson(&s, p1 * 12.5); break;
    case 9: o[i] = (int)curand_poisson(&s, p1 * 500.0); break;
    case 10: { if (i % 2 == 0) { float2 v = curand_normal2(&s); o[i] = asBits(v.x); o[i + 1] = asBits(v.y); } break; }
    case 11: { if (i % 2 == 0) { double2 v = curand_normal2_double(&s); o[i] = asBits(v.x); o[i + 1] = asBits(v.y); } break; }
    case 14: o[i] = i % 3 == 0 ? (int)curand(&s) : i % 3 == 1 ? asBits(curand_uniform_double(&s)) : asBits(curand_normal(&s)); break;
    case 15: o[i] = (int)curand_poisson(&s, p1 * 5000.0); break;
    default: o[i] = 0;
  }
}

template <typename S> static void deviceOf(FILE *out, u64 seed, u64 sequence, u64 offset) {
  long long *p, h[24 * perCase];
  cudaMalloc((void **)&p, sizeof h);
  cudaMemset(p, 0, sizeof h);
  deviceCases<S><<<1, 24>>>(seed, sequence, offset, 1.0, 0.5, p);
  cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(p);
  for (int what = 0; what < 24; what++) {
    if (what == 1 || (what > 15 && what < 20) || (what >= 20 && Types<S>::type != 161)) continue;
    fprintf(out, "%d %d %lld %lld %lld", what, Types<S>::type, (long long)seed, (long long)sequence, (long long)offset);
    for (int i = 0; i < perCase; i++) fprintf(out, " %lld", h[what * perCase + i]);
    fprintf(out, "\n");
  }
}

static void deviceFile(const char *folder) {
  FILE *out = in(folder, "device.txt");
  const u64 cases[][3] = {{0, 0, 0}, {1234, 0, 0}, {12345, 1, 0}, {0xDEADBEEFCAFE1234ull, 77, 3}, {42, 4095, 1000}, {42, u64(1) << 40, (u64(1) << 34) + 5}, {1984, 123456789, 1}, {6, 3, 2}};
  for (auto &c : cases) {
    deviceOf<curandStateXORWOW_t>(out, c[0], c[1], c[2]);
    deviceOf<curandStateMRG32k3a_t>(out, c[0], c[1], c[2]);
    deviceOf<curandStatePhilox4_32_10_t>(out, c[0], c[1], c[2]);
  }
  fclose(out);
}

static void statusFile(const char *folder) {
  FILE *out = in(folder, "status.txt");
  curandGenerator_t g = nullptr;
  float *p; double *pd; u64 *pl;
  cudaMalloc((void **)&p, 4096); pd = (double *)p; pl = (u64 *)p;
  int v = 0;
  fprintf(out, "version %d", curandGetVersion(&v)); fprintf(out, " %d\n", v);
  for (int i = 0; i < 3; i++) { fprintf(out, "property%d %d", i, curandGetProperty((libraryPropertyType)i, &v)); fprintf(out, " %d\n", v); }
  for (int t : {0, 99, 100, 102, 143, 162, 200, 205, 999}) { fprintf(out, "create-%d %d\n", t, curandCreateGenerator(&g, (curandRngType_t)t)); }
  for (int t : {101, 121, 141, 142, 161, 201, 202, 203, 204}) {
    curandCreateGenerator(&g, (curandRngType_t)t);
    fprintf(out, "seed-%d %d\n", t, curandSetPseudoRandomGeneratorSeed(g, 5));
    fprintf(out, "offset-%d %d\n", t, curandSetGeneratorOffset(g, 5));
    for (int o : {0, 99, 100, 101, 102, 103, 104, 201, 300}) fprintf(out, "order-%d-%d %d\n", t, o, curandSetGeneratorOrdering(g, (curandOrdering_t)o));
    for (unsigned d : {0u, 1u, 20000u, 20001u}) fprintf(out, "dimensions-%d-%u %d\n", t, d, curandSetQuasiRandomGeneratorDimensions(g, d));
    curandDestroyGenerator(g);
    curandCreateGenerator(&g, (curandRngType_t)t);
    fprintf(out, "seeds-%d %d\n", t, curandGenerateSeeds(g));
    fprintf(out, "raw-%d %d\n", t, curandGenerate(g, (unsigned *)p, 10));
    fprintf(out, "raw64-%d %d\n", t, curandGenerateLongLong(g, pl, 10));
    fprintf(out, "raw-zero-%d %d\n", t, curandGenerate(g, (unsigned *)p, 0));
    fprintf(out, "uniform-%d %d\n", t, curandGenerateUniform(g, p, 10));
    fprintf(out, "double-%d %d\n", t, curandGenerateUniformDouble(g, pd, 10));
    fprintf(out, "normal-odd-%d %d\n", t, curandGenerateNormal(g, p, 9, 0, 1));
    fprintf(out, "normal-double-odd-%d %d\n", t, curandGenerateNormalDouble(g, pd, 9, 0, 1));
    fprintf(out, "lognormal-odd-%d %d\n", t, curandGenerateLogNormal(g, p, 9, 0, 1));
    fprintf(out, "normal-negative-%d %d\n", t, curandGenerateNormal(g, p, 10, 0, -1));
    fprintf(out, "poisson-zero-%d %d\n", t, curandGeneratePoisson(g, (unsigned *)p, 10, 0));
    fprintf(out, "poisson-negative-%d %d\n", t, curandGeneratePoisson(g, (unsigned *)p, 10, -1));
    fprintf(out, "poisson-%d %d\n", t, curandGeneratePoisson(g, (unsigned *)p, 10, 3));
    if (t >= 201) {
      curandSetQuasiRandomGeneratorDimensions(g, 3);
      fprintf(out, "not-multiple-%d %d\n", t, curandGenerateUniform(g, p, 10));
    }
    fprintf(out, "destroy-%d %d\n", t, curandDestroyGenerator(g));
  }
  fprintf(out, "null-raw %d\n", curandGenerate(nullptr, (unsigned *)p, 10));
  fprintf(out, "null-seed %d\n", curandSetPseudoRandomGeneratorSeed(nullptr, 10));
  fprintf(out, "null-destroy %d\n", curandDestroyGenerator(nullptr));
  fclose(out);
}

// vectors.bin, scrambled.bin, constants.bin: 64 bits each, for scripts/curand-tables.ts
static void tablesOf(const char *folder) {
  const size_t dimensions = 20000;
  curandDirectionVectors64_t *vectors;
  u64 *constants;
  auto write = [&](const char *name, const void *data, size_t bytes) {
    FILE *out = in(folder, name);
    fwrite(data, 1, bytes, out);
    fclose(out);
  };
  curandGetDirectionVectors64(&vectors, CURAND_DIRECTION_VECTORS_64_JOEKUO6);
  write("vectors.bin", vectors, dimensions * sizeof *vectors);
  curandGetDirectionVectors64(&vectors, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6);
  write("scrambled.bin", vectors, dimensions * sizeof *vectors);
  curandGetScrambleConstants64(&constants);
  write("constants.bin", constants, dimensions * sizeof *constants);
}

int main(int count, char **arguments) {
  const char *folder = arguments[1];
  if (count > 2) {
    tablesOf(folder);
    return 0;
  }
  hostCases(folder);
  twisterCases(folder);
  deviceFile(folder);
  statusFile(folder);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}
