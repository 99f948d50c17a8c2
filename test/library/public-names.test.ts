/** Modules of NVIDIA's libraries offer the names that their users know: names of our own would stand in the way of a program's. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { libraryOf } from '../../src/driver/library.ts';
import { libraryModules } from '../../src/library/modules.ts';
import { builtDisk } from '../built-disk.ts';

/** BLAS routines by their plain names, which stand for device data too. */
const blas =
  /^i?[sdcz]{1,2}(?:amax|amin|asum|axpy|copy|dot[cu]?|nrm2|rotm?g?|scal|swap|g[be]mv|ger[cu]?|[hs][bpey]?mv|[hse]?[pye]?r2?k?|t[bpr][ms][mv]|[hsg][ye]mm|getr[fsi]|geqrf|gels|[a-z]+(?:strided)?batched(?:64)?|[hse]+[pye]?r2?k?x?|dgmm|geam|matinv|tpttr|trttp)\w*$/;

const own: Readonly<Record<string, RegExp>> = {
  cublas: /^cublas|^cuda_|^gemm/,
  cublas_v2: /^cublas|^cuda_|^gemm/,
  cublasxt: /^cublas|^cuda_|^gemm/,
  cufft: /^cufft/,
  cufftxt: /^cufft|^(?:cudaxtdesc|cudalibxtdesc|max_cuda_descriptor_gpus|cuda_xt_descriptor_version|lib_format_\w+)$/,
  curand: /^curand/,
  curand_device: /^curand|^skipahead/,
  cusolverdn: /^cusolver|^cublas|^cuda_/,
  cusparse: /^cusparse|^cuda_/,
  cutensor: /^cutensor|^cuda_/,
  cutensor_v2: /^cutensor|^cuda_/,
  cutensorex: /^cutensor|^(?:matmul|transpose)$/,
  mpi: /^p?mpi_/,
  mpi_f08: /^p?mpi_/,
  openacc: /^acc_|^openacc_version$/,
  wmma: /^wmma|^submatrix|^m\d+n\d+k\d+_/,
};

const library = libraryOf(builtDisk);
const ofTables = new Set(
  [...libraryModules.values()].flatMap((m) =>
    [m.types, m.constants, m.routines].flatMap((rows) => Object.keys(rows).map((n) => n.toLowerCase())),
  ),
);

for (const [name, names] of Object.entries(own))
  test(`names of ${name}`, () => {
    const offered = library.module(name);
    assert.ok(offered);
    const foreign = [...offered.symbols.keys(), ...offered.types.keys()].filter(
      (n) => !names.test(n) && !ofTables.has(n) && !(name.startsWith('cublas') && blas.test(n)),
    );
    assert.deepEqual(foreign, []);
  });
