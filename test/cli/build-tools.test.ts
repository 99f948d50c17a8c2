/** What build tools ask of a compiler: its name and version, the preprocessed source, a path that stays. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { cufort, execute } from '../cufort.ts';

const folder = mkdtempSync(join(tmpdir(), 'cufort-tools-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

test('help and version are given where they are asked for, and nothing is compiled', async () => {
  const help = await cufort(['build', '--help', 'missing.f90']);
  assert.equal(help.code, 0);
  assert.match(help.stdout, /^usage:/);
  const asked = await cufort(['with', 'sh', '-c', 'nvfortran --version && nvfortran -V && mpif90 -dumpversion']);
  assert.equal(asked.code, 0, asked.stderr);
  assert.match(asked.stdout, /^(cufort .*stands for nvfortran.*\n){3}$/);
});

test('the compilers that stand for others stay where they are', async () => {
  const first = await cufort(['with', 'sh', '-c', 'command -v nvfortran']);
  const source = file('stay.f90', "print *, 'still there'\nend\n");
  const built = await execute(first.stdout.trim(), [source, '-o', join(folder, 'stay')]);
  assert.equal(built.code, 0, built.stderr);
  const ran = await execute(join(folder, 'stay'), []);
  assert.equal(ran.stdout, ' still there\n');
});

test('texts of a program stand in its executable as they are', async () => {
  const source = file('texts.f90', "print *, 'INFO:compiler[NVHPC]'\nend\n");
  const built = await cufort(['build', source, '-o', join(folder, 'texts')]);
  assert.equal(built.code, 0, built.stderr);
  assert.ok(readFileSync(join(folder, 'texts')).includes('INFO:compiler[NVHPC]'));
});

test('-E gives the preprocessed source, which compiles to the same', async () => {
  file('part.inc', 'integer, parameter :: three = 3\n');
  const source = file(
    'macros.F90',
    '#define TWICE(x) (2*(x))\n#include "part.inc"\n#ifdef __NVCOMPILER\nprint *, TWICE(three), __NVCOMPILER_MAJOR__ > 20\n#else\nstop 3\n#endif\nend\n',
  );
  const made = await cufort(['build', '-E', source]);
  assert.equal(made.code, 0, made.stderr);
  assert.match(
    made.stdout,
    /# 1 ".*part\.inc"\ninteger, parameter :: three = 3\n# 4 ".*macros\.F90"\nprint \*, \(2\*\(three\)\), 26 > 20\n/,
  );
  const plain = file('macros-pp.f90', made.stdout);
  const ran = await cufort(['run', plain]);
  assert.equal(ran.stdout, '            6  T\n', ran.stderr);
  const wrong = file('wrong-pp.f90', made.stdout.replace('print *', 'print "').replace('macros.F90', 'macros.F90'));
  const told = await cufort(['check', wrong]);
  assert.match(told.stderr, /macros\.F90:4:/);
});

test("-mp makes OpenMP's conditional lines part of the program, in both forms", async () => {
  const free = file(
    'openmp.F90',
    'program p\n!$ use omp_lib\ninteger :: n = 7\n!$ n = omp_get_num_threads() &\n!$   + 10\n#ifdef _OPENMP\nprint *, "on"\n#endif\n!$omp parallel\n!$omp end parallel\nprint *, n\nend\n',
  );
  const fixed = file(
    'openmp.f',
    '      n = 1\nc$    n = 2\n!$   &  + 5\n*$ 10 n = n + 1\n      print *, n\n      end\n',
  );
  const outputs = [];
  for (const words of [
    ['run', free],
    ['run', fixed],
    ['run', '-mp', free],
    ['run', '-mp', fixed],
  ])
    outputs.push((await cufort(words)).stdout);
  assert.deepEqual(outputs, ['            7\n', '            1\n', ' on\n           11\n', '            8\n']);
});

const cmake = spawnSync('cmake', ['--version']).status === 0;

test('a CMake project configures, builds and runs', { skip: !cmake && 'cmake is not installed' }, async () => {
  file(
    'project/CMakeLists.txt',
    'cmake_minimum_required(VERSION 3.18)\nproject(demo LANGUAGES C Fortran)\nset(CMAKE_Fortran_FLAGS "-cuda")\nadd_library(work STATIC work.cuf)\nset_source_files_properties(work.cuf PROPERTIES LANGUAGE Fortran)\nadd_executable(demo main.f90)\ntarget_link_libraries(demo work)\n',
  );
  file(
    'project/work.cuf',
    'module work\ncontains\n  attributes(global) subroutine one(a)\n    integer :: a(*)\n    a(threadIdx%x) = 1\n  end subroutine\nend module\n',
  );
  file(
    'project/main.f90',
    'program main\n  use cudafor\n  use work\n  integer, managed :: a(32)\n  call one<<<1, 32>>>(a)\n  i = cudaDeviceSynchronize()\n  print *, sum(a)\nend program\n',
  );
  const build = join(folder, 'project/build');
  const configured = await cufort(['with', 'cmake', '-S', join(folder, 'project'), '-B', build], { seconds: 120 });
  assert.equal(configured.code, 0, configured.stderr);
  assert.match(configured.stdout, /compiler identification is NVHPC/);
  const built = await execute('cmake', ['--build', build], { seconds: 120 });
  assert.equal(built.code, 0, built.stdout + built.stderr);
  const ran = await execute(join(build, 'demo'), []);
  assert.equal(ran.stdout, '           32\n');
});

test('a CMake project of CUDA C++ configures, builds and runs', {
  skip: !cmake && 'cmake is not installed',
}, async () => {
  const project = join(folder, 'cuda-project');
  mkdirSync(join(project, 'include'), { recursive: true });
  for (const [name, text] of [
    [
      'CMakeLists.txt',
      `cmake_minimum_required(VERSION 3.18)
project(demo LANGUAGES CXX CUDA)
set(CMAKE_CUDA_STANDARD 17)
find_package(CUDAToolkit REQUIRED)
add_library(parts STATIC scale.cu sum.cu)
target_include_directories(parts PUBLIC include)
set_target_properties(parts PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
target_compile_options(parts PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--expt-extended-lambda>)
add_executable(demo main.cpp)
set_target_properties(demo PROPERTIES CUDA_RESOLVE_DEVICE_SYMBOLS ON)
target_link_libraries(demo PRIVATE parts CUDA::cudart CUDA::cublas)
`,
    ],
    ['include/parts.h', 'float total(int n);\n#ifdef __CUDACC__\n__device__ float scaled(float x);\n#endif\n'],
    ['scale.cu', '#include "parts.h"\n__device__ float by = 3;\n__device__ float scaled(float x) { return by * x; }\n'],
    [
      'sum.cu',
      `#include "parts.h"
__global__ void fill(float *a, int n) { int i = threadIdx.x; if (i < n) a[i] = scaled(i); }
float total(int n) { float *a, s = 0; cudaMallocManaged(&a, n * sizeof(float)); fill<<<1, n>>>(a, n); cudaDeviceSynchronize(); for (int i = 0; i < n; i++) s += a[i]; cudaFree(a); return s; }
`,
    ],
    [
      'main.cpp',
      '#include <cstdio>\n#include <cuda_runtime.h>\n#include "parts.h"\nint main() { int n; cudaGetDeviceCount(&n); std::printf("%d %g\\n", n > 0, total(10)); }\n',
    ],
  ] as const)
    writeFileSync(join(project, name), text);
  const build = join(project, 'build');
  const configured = await cufort(['with', 'cmake', '-S', project, '-B', build], { seconds: 240 });
  assert.equal(configured.code, 0, configured.stdout + configured.stderr);
  assert.match(configured.stdout, /The CUDA compiler identification is NVIDIA 13/);
  const built = await cufort(['with', 'cmake', '--build', build], { seconds: 240 });
  assert.equal(built.code, 0, built.stdout + built.stderr);
  assert.equal((await execute(join(build, 'demo'), [])).stdout, '1 135\n');
});

test('nvcc links device code by itself, writes rules for make and tells its release', async () => {
  const place = join(folder, 'device-link');
  mkdirSync(place);
  writeFileSync(join(place, 'half.cuh'), '__device__ int half_of(int n);\n');
  writeFileSync(join(place, 'half.cu'), '#include "half.cuh"\n__device__ int half_of(int n) { return n / 2; }\n');
  writeFileSync(
    join(place, 'main.cu'),
    '#include <cstdio>\n#include "half.cuh"\n__global__ void k() { printf("%d\\n", half_of(84)); }\nint main() { k<<<1, 1>>>(); cudaDeviceSynchronize(); }\n',
  );
  const script = `nvcc -rdc=true -MMD -MF half.d -MT both -c half.cu && nvcc -dc main.cu && nvcc -arch=sm_80 -dlink half.o main.o -o linked.o -lcudadevrt &&
    g++ half.o main.o linked.o -o all -L$CUDA_HOME/lib64 -lcudadevrt -lcudart && ./all && cat half.d && nvcc --version | sed -n 's/.*release \\(.*\\),.*/\\1/p'`;
  const made = await cufort(['with', 'sh', '-c', script], { cwd: place });
  assert.equal(made.stderr, '');
  assert.equal(made.stdout, '42\nboth: half.cu \\\n  half.cuh\n13.0\n');
});

test('ld -r and -r join objects, of which all are linked; -L may lack its folder', async () => {
  const place = join(folder, 'joined');
  mkdirSync(place);
  for (const [name, text] of [
    ['one.f90', 'subroutine one\nprint *, 1\nend\n'],
    ['two.f90', 'subroutine two\nprint *, 2\nend\n'],
    ['main.f90', 'call one\ncall two\nend\n'],
  ] as const)
    writeFileSync(join(place, name), text);
  const script = `nvfortran -c one.f90 two.f90 main.f90 && ld -r -m elf_x86_64 -o both.o one.o two.o &&
    nvfortran -r both.o main.o -o all.o && nvfortran -L "" -L -lm all.o -o all && ./all`;
  const made = await cufort(['with', 'sh', '-c', script], { cwd: place });
  assert.equal(made.stderr, '');
  assert.equal(made.stdout, '            1\n            2\n');
});

test('module files of others, old ones and damaged ones are told with their names; includes of no regular file are refused', async () => {
  const source = file('uses.f90', 'program p\n  use kern, only: x\n  print *, x\nend program p\n');
  const own = file('own/kern.f90', 'module kern\n  integer, parameter :: x = 3\nend module kern\n');
  const built = await cufort(['build', '-c', own, '-module', join(folder, 'own'), '-o', join(folder, 'own/kern.o')]);
  assert.equal(built.code, 0, built.stderr);
  const good = readFileSync(join(folder, 'own/kern.mod'), 'utf8');
  const told: Record<string, [string, RegExp]> = {
    gfortran: ['\u001f\u008b\u0008', /of gfortran/],
    nvfortran: ['V34 :0x24 kern\n', /of nvfortran/],
    flang: ['!mod$ v1 sum:8a3b\nmodule kern\nend\n', /of flang/],
    old: ['{"format":"cufort module 3","module":"kern"}', /of another version/],
    newer: [good.replace(/module \d+/, 'module 999'), /of another version/],
    cut: [good.slice(0, -40), /damaged/],
    changed: [good.replace('"integer"', '"Integer"').replace('3', '4'), /damaged|another version/],
    other: ['what is this\n', /not one of cufort/],
  };
  const messages = await Promise.all(
    Object.entries(told).map(async ([name, [text]]) => {
      file(`${name}/kern.mod`, text);
      return [name, await cufort(['check', '-J', join(folder, name), source])] as const;
    }),
  );
  for (const [name, { code, stderr }] of messages) {
    assert.equal(code, 1, name);
    assert.match(stderr, new RegExp(`error\\[bad-module-file\\]: module file .*${name}/kern.mod. is `));
    assert.match(stderr, told[name]![1]);
    assert.match(stderr, /uses\.f90:2:7/);
    assert.equal(stderr.match(/error\[/g)?.length, 1, stderr);
  }
  const device = await cufort(['check', file('includes.f90', "include '/dev/zero'\nend\n")], { seconds: 20 });
  assert.match(device.stderr, /include-not-found/);
});
