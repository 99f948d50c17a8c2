/** `cufort with make` where the system's C compiler makes objects of a CUDA program, and links it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { cufort, execute } from '../cufort.ts';

const folder = mkdtempSync(join(tmpdir(), 'cufort-linked-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const has = (name: string): boolean => spawnSync(name, ['--version']).status === 0;
const skip = has('gcc') && has('g++') && has('objcopy') ? false : 'there is no gcc, g++ or objcopy';

function project(name: string, files: Readonly<Record<string, string>>): string {
  const place = join(folder, name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(place, path, '..'), { recursive: true });
    writeFileSync(join(place, path), text);
  }
  return place;
}

async function made(cwd: string, script: string): Promise<string> {
  const built = await cufort(['with', 'sh', '-ec', script], { cwd, seconds: 400 });
  assert.equal(built.code, 0, built.stdout + built.stderr);
  const ran = await execute(join(cwd, 'program'), [], { cwd });
  assert.equal(ran.code, 0, ran.stderr);
  return ran.stdout;
}

const kernel = `\
__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] *= 2; }
extern "C" void twice(float *host, int n) {
  float *d;
  cudaMalloc(&d, n * sizeof *d);
  cudaMemcpy(d, host, n * sizeof *d, cudaMemcpyHostToDevice);
  k<<<1, 32>>>(d, n);
  cudaMemcpy(host, d, n * sizeof *d, cudaMemcpyDeviceToHost);
  cudaFree(d);
}
`;

test('gcc compiles main and a static library, nvcc the kernel, gcc links: memory of malloc is all code’s', {
  skip,
}, async () => {
  const place = project('c', {
    'kernel.cu': kernel,
    'include/size.h': '#define SIZE COUNT\n',
    'lib/make.c':
      '#include <stdlib.h>\n#include "size.h"\nfloat *make(void) { float *a = malloc(SIZE * sizeof *a); for (int i = 0; i < SIZE; i++) a[i] = i; return a; }\n',
    'lib/unused.c': 'void nowhere(void);\nvoid unused(void) { nowhere(); }\n',
    'main.c':
      '#include <stdio.h>\nfloat *make(void);\nvoid twice(float *, int);\nint main(void) { float *a = make(); twice(a, 10); printf("%g\\n", a[9]); return 0; }\n',
  });
  const script = `gcc -c main.c -Wall -O3
    gcc -Iinclude -DCOUNT=10 -MMD -MF make.d -c lib/make.c lib/unused.c
    ar rc libmake.a make.o unused.o
    nvcc -c kernel.cu -o kernel.cu_o
    gcc -fopenmp -o program main.o kernel.cu_o -L. -lmake -lcudart -lm`;
  assert.equal(await made(place, script), '18\n');
});

test('g++ links C++ that includes a header of CUDA, compiled there and beside a source; nvcc links what g++ compiled', {
  skip,
}, async () => {
  const place = project('cxx', {
    'kernel.cu': kernel,
    'text.cpp':
      '#include <sstream>\nstd::string text(float x) { std::ostringstream s; s << "<" << x << ">"; return s.str(); }\n',
    'main.cpp':
      '#include <cuda_runtime.h>\n#include <iostream>\n#include <string>\nstd::string text(float);\nextern "C" void twice(float *, int);\nint main() { float a[2] = {1, 2}; twice(a, 2); int n = 0; cudaGetDeviceCount(&n); std::cout << text(a[1]) << (n > 0) << std::endl; }\n',
  });
  const objects = 'g++ -std=c++17 -c text.cpp\nnvcc -c kernel.cu\n';
  assert.equal(await made(place, `${objects}g++ main.cpp text.o kernel.o -lcudart -o program`), '<4>1\n');
  assert.equal(await made(place, `g++ -c main.cpp\nnvcc main.o text.o kernel.o -o program`), '<4>1\n');
});

test('objects of gcc stay its own in a program of Fortran, unless they call back; what we cannot take is told', {
  skip,
}, async () => {
  const place = project('fortran', {
    'main.f90':
      'program p\n  interface\n    integer function called() bind(c)\n    end function\n  end interface\n  print *, called()\nend program\ninteger function ours() bind(c)\n  ours = 41\nend function\n',
    'calls.c': 'int ours(void);\nint called(void) { return ours() + 1; }\n',
    'alone.c': 'int called(void) { return __builtin_ia32_crc32si(0, 1) != 0; }\n',
  });
  assert.equal(await made(place, 'gcc -c calls.c\nnvfortran main.f90 calls.o -o program'), '           42\n');
  assert.equal(await made(place, 'gcc -msse4.2 -c alone.c\nnvfortran main.f90 alone.o -o program'), '            1\n');
});

test('programs without objects of ours are the system’s own', { skip }, async () => {
  const place = project('plain', { 'a.c': 'int main(void) { return __builtin_ia32_crc32si(0, 1) == 0; }\n' });
  assert.equal(await made(place, 'gcc -msse4.2 -c a.c\ngcc a.o -o program'), '');
});
