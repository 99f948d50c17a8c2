/** Calls of library modules that go to NVIDIA's libraries: against libraries of the tests, made from the same tables. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { libraryOf } from '../../src/driver/library.ts';
import type { ValueType } from '../../src/ir/types.ts';
import { placesOf } from '../../src/runtime/cuda/libraries/native-libraries.ts';
import { nativeRoutines } from '../../src/runtime/cuda/libraries/native-routines.ts';
import { type Letter, lettersOf } from '../../src/runtime/cuda/libraries/signature.ts';
import { builtDisk } from '../built-disk.ts';
import { FakeDriver } from './fake-driver.ts';
import { FakeLibraries } from './fake-libraries.ts';
import { runOnFake } from './run-program.ts';

const accepts: Readonly<Record<Letter, readonly (readonly ValueType[])[]>> = {
  h: [['ptr.host']],
  r: [['ptr.host']],
  i: [['i32']],
  l: [['i64']],
  f: [['f32']],
  d: [['f64']],
  p: [['ptr.host'], ['ptr.global'], ['i64']],
  s: [['ptr.host'], ['ptr.global'], ['i64']],
  c: [['ptr.host', 'i64']],
  I: [['ptr.host']],
  L: [['ptr.host']],
  B: [['ptr.host']],
};

test('every row names a routine of the library, whose arguments are those of the C function', () => {
  const { archive } = libraryOf(builtDisk);
  for (const row of nativeRoutines.values()) {
    const fn = archive.function(row.routine);
    assert.ok(fn, `no routine ${row.routine}`);
    assert.deepEqual(fn.results, ['i32'], row.routine);
    if (!row.calls || row.calls.library === 'cufft') continue;
    const types = fn.locals.slice(0, fn.params).map((l) => l.type);
    let next = 0;
    for (const letter of lettersOf(row.calls.takes)) {
      const fits = accepts[letter].find((list) => list.every((t, i) => types[next + i] === t));
      assert.ok(fits, `${row.routine}: ${row.calls.takes} does not fit ${types.join(' ')}`);
      next += fits.length;
    }
    assert.equal(next, types.length, `${row.routine}: ${row.calls.takes} against ${types.join(' ')}`);
  }
});

const gemm = `
program test
  use cudafor
  use cublas_v2
  implicit none
  type(cublasHandle) :: h
  integer :: s, created, set
  integer(cuda_stream_kind) :: stream
  real(8), device :: a(4, 4), b(4, 4), c(4, 4), alpha_d, beta_d
  created = cublasCreate(h)
  s = cudaStreamCreate(stream)
  set = cublasSetStream(h, stream)
  s = cublasDgemm(h, CUBLAS_OP_N, CUBLAS_OP_T, 4, 4, 4, 2.5_8, a, 4, b, 4, 0.5_8, c, 4)
  s = s + cublasDgemm(h, CUBLAS_OP_N, CUBLAS_OP_T, 4, 4, 4, alpha_d, a, 4, b, 4, beta_d, c, 4)
  s = s + cublasDgemm(h, CUBLAS_OP_N, CUBLAS_OP_T, 4, 4, 4, 2.5_8, a, 4, b, 4, 0.5_8, c, 4)
  print *, created, set, s, cublasDestroy(h)
end program
`;

test('a product goes to the library, with our stream and the place of its scalars', () => {
  const driver = new FakeDriver();
  const libraries = new FakeLibraries(driver, ['cublas']);
  const scalars: number[] = [];
  libraries.functions.set('cublasDgemm_v2', (args) => {
    if (scalars.length === 0) scalars.push(...[6, 11].map((i) => driver.at(args[i] ?? 0, 8).getFloat64(0, true)));
    assert.deepEqual(args.slice(1, 6), [0, 1, 4, 4, 4]);
    for (const i of [7, 9, 12]) driver.at(args[i] ?? 0, 1);
    return 7;
  });
  const { out, errors } = runOnFake(gemm, driver, {}, { find: libraries, demanded: true });
  assert.equal(errors, '');
  assert.deepEqual(out.trim().split(/\s+/), ['0', '0', '21', '0']);
  assert.deepEqual(scalars, [2.5, 0.5]);
  assert.deepEqual(libraries.names(), [
    'cublasCreate_v2',
    'cublasSetStream_v2',
    'cublasDgemm_v2',
    'cublasSetPointerMode_v2',
    'cublasDgemm_v2',
    'cublasSetPointerMode_v2',
    'cublasDgemm_v2',
    'cublasDestroy_v2',
  ]);
  const handle = libraries.log[2]?.args[0];
  assert.ok(libraries.log.slice(1).every(({ args }) => args[0] === handle));
});

test('without the library the work is ours; where it is demanded, the program says what is missing', () => {
  const driver = new FakeDriver();
  const none = new FakeLibraries(driver, []);
  runOnFake(gemm, driver, {}, { find: none, demanded: false });
  assert.equal(driver.launches.length > 0, true);
  assert.deepEqual(none.log, []);
  const { errors, status } = runOnFake(gemm, new FakeDriver(), {}, { find: none, demanded: true });
  assert.match(errors, /CUFORT_LIBRARIES is nvidia, but libcublas with cublasCreate_v2 is not found/);
  assert.equal(status, 1);
});

test('a library that does not start leaves the work to ours', () => {
  const driver = new FakeDriver();
  const libraries = new FakeLibraries(driver, ['cublas']);
  libraries.functions.set('cublasCreate_v2', () => 1);
  runOnFake(gemm, driver, {}, { find: libraries, demanded: false });
  assert.deepEqual(libraries.names(), ['cublasCreate_v2']);
  assert.equal(driver.launches.length > 0, true);
});

test('a destroyed handle gets our status', () => {
  const driver = new FakeDriver();
  const libraries = new FakeLibraries(driver, ['cublas']);
  const { out } = runOnFake(
    `
program test
  use cublas_v2
  implicit none
  type(cublasHandle) :: h
  integer :: s
  real, device :: x(4)
  s = cublasCreate(h)
  s = cublasDestroy(h)
  print *, cublasSscal(h, 4, 2.0, x, 1)
end program
`,
    driver,
    {},
    { find: libraries, demanded: true },
  );
  assert.equal(out.trim(), '1');
  assert.deepEqual(libraries.names(), ['cublasCreate_v2', 'cublasDestroy_v2']);
});

test('plans are made of what ours were asked for', () => {
  const driver = new FakeDriver();
  const libraries = new FakeLibraries(driver, ['cufft']);
  let sizes: readonly number[] = [];
  libraries.functions.set('cufftPlanMany', (args) => {
    sizes = [0, 4].map((at) => driver.at(Number(args[2]) + at, 4).getInt32(0, true));
    assert.equal(args[3], 0);
    assert.deepEqual([args[1], ...args.slice(9)], [2, 0x29, 3]);
    driver.at(args[0] ?? 0, 4).setInt32(0, 77, true);
    return 0;
  });
  libraries.functions.set('cufftExecC2C', (args) => (args[0] === 77 && args[3] === -1 ? 0 : 5));
  const { out, errors } = runOnFake(
    `
program test
  use cudafor
  use cufft
  use iso_c_binding
  implicit none
  integer :: plan, other, n(2) = [8, 4], s, t
  complex, device :: x(96)
  real, device :: r(96)
  s = cufftPlanMany(plan, 2, n, c_null_ptr, 1, 0, c_null_ptr, 1, 0, CUFFT_C2C, 3)
  t = cufftPlan1d(other, 96, CUFFT_R2C, 1)
  n = 0
  s = s + cufftSetStream(plan, 2_8)
  s = s + cufftExecC2C(plan, x, x, CUFFT_FORWARD)
  s = s + cufftExecC2C(plan, x, x, CUFFT_FORWARD)
  s = s + cufftDestroy(plan) + cufftDestroy(other)
  print *, s, t
end program
`,
    driver,
    {},
    { find: libraries, demanded: true },
  );
  assert.equal(errors, '');
  assert.deepEqual(out.trim().split(/\s+/), ['0', '0']);
  assert.deepEqual(sizes, [8, 4]);
  assert.deepEqual(libraries.names(), [
    'cufftPlanMany',
    'cufftPlan1d',
    'cufftSetStream',
    'cufftExecC2C',
    'cufftExecC2C',
    'cufftDestroy',
    'cufftDestroy',
  ]);
});

test('factorisations and generators', () => {
  const driver = new FakeDriver();
  const libraries = new FakeLibraries(driver, ['cublas', 'cusolver', 'curand']);
  libraries.functions.set('cusolverDnDpotrf_bufferSize', (args) => {
    driver.at(args[5] ?? 0, 4).setInt32(0, 100, true);
    return 0;
  });
  const { out, errors } = runOnFake(
    `
program test
  use cudafor
  use cusolverDn
  use curand
  implicit none
  type(cusolverDnHandle) :: h
  type(curandGenerator) :: g
  real(8), device :: a(4, 4), w(100)
  real, device :: x(100)
  integer, device :: info
  integer :: s, n
  s = cusolverDnCreate(h)
  s = s + cusolverDnDpotrf_bufferSize(h, CUBLAS_FILL_MODE_LOWER, 4, a, 4, n)
  s = s + cusolverDnDpotrf(h, CUBLAS_FILL_MODE_LOWER, 4, a, 4, w, n, info)
  s = s + cusolverDnDestroy(h)
  s = s + curandCreateGenerator(g, CURAND_RNG_PSEUDO_XORWOW)
  s = s + curandSetPseudoRandomGeneratorSeed(g, 1234)
  s = s + curandGenerateNormal(g, x, 100, 0.0, 2.0)
  s = s + curandDestroyGenerator(g)
  print *, s, n
end program
`,
    driver,
    {},
    { find: libraries, demanded: true },
  );
  assert.equal(errors, '');
  assert.deepEqual(out.trim().split(/\s+/), ['0', '100']);
  const own = libraries.names().filter((name) => !name.startsWith('cublas'));
  assert.deepEqual(own, [
    'cusolverDnCreate',
    'cusolverDnDpotrf_bufferSize',
    'cusolverDnDpotrf',
    'cusolverDnDestroy',
    'curandCreateGenerator',
    'curandSetPseudoRandomGeneratorSeed',
    'curandGenerateNormal',
    'curandDestroyGenerator',
  ]);
  const normal = libraries.log.find(({ name }) => name === 'curandGenerateNormal');
  assert.deepEqual(normal?.args.slice(2).map(Number), [100, 0, 2]);
});

test('sparse matrices: descriptors are made beside ours, and a matrix that ours fills stays ours', () => {
  const driver = new FakeDriver();
  const libraries = new FakeLibraries(driver, ['cusparse']);
  libraries.functions.set('cusparseSpMV_bufferSize', (args) => {
    driver.at(args[9] ?? 0, 8).setBigInt64(0, 64n, true);
    return 0;
  });
  const { out, errors } = runOnFake(
    `
program test
  use cudafor
  use cusparse
  implicit none
  type(cusparseHandle) :: h
  type(cusparseSpMatDescr) :: a
  type(cusparseDnVecDescr) :: x, y
  type(cusparseDnMatDescr) :: d
  integer, device :: offsets(5), indices(4)
  real, device :: values(4), v(4), w(4), dense(4, 4)
  integer(8) :: bytes
  integer :: s
  s = cusparseCreate(h)
  s = s + cusparseCreateCsr(a, 4, 4, 4, offsets, indices, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, &
    CUSPARSE_INDEX_BASE_ONE, CUDA_R_32F)
  s = s + cusparseCreateDnVec(x, 4, v, CUDA_R_32F) + cusparseCreateDnVec(y, 4, w, CUDA_R_32F)
  s = s + cusparseSpMV_bufferSize(h, CUSPARSE_OPERATION_NON_TRANSPOSE, 1.0, a, x, 0.0, y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, bytes)
  s = s + cusparseSpMV(h, CUSPARSE_OPERATION_NON_TRANSPOSE, 1.0, a, x, 0.0, y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, dense)
  s = s + cusparseCreateDnMat(d, 4, 4, 4, dense, CUDA_R_32F, CUSPARSE_ORDER_COL)
  s = s + cusparseDenseToSparse_analysis(h, d, a, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, dense)
  s = s + cusparseSpMV(h, CUSPARSE_OPERATION_NON_TRANSPOSE, 1.0, a, x, 0.0, y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, dense)
  s = s + cusparseDestroyDnVec(x) + cusparseDestroySpMat(a) + cusparseDestroy(h)
  print *, s, bytes
end program
`,
    driver,
    {},
    { find: libraries, demanded: true },
  );
  assert.equal(errors, '');
  assert.deepEqual(out.trim().split(/\s+/), ['0', '64']);
  assert.deepEqual(libraries.names(), [
    'cusparseCreate',
    'cusparseCreateCsr',
    'cusparseCreateDnVec',
    'cusparseCreateDnVec',
    'cusparseSpMV_bufferSize',
    'cusparseSpMV',
    'cusparseCreateDnMat',
    'cusparseDestroyDnVec',
    'cusparseDestroy',
  ]);
  const csr = libraries.log[1]?.args ?? [];
  assert.deepEqual([csr.slice(1, 4), csr.slice(7)].flat(), [4, 4, 4, 2, 2, 1, 0]);
});

test('where libraries are looked for', () => {
  const places = placesOf('cublas', { CUDA_HOME: '/nowhere' });
  assert.equal(places[0], 'libcublas.so.13');
  assert.ok(!places.some((p) => p.startsWith('/nowhere')));
});
