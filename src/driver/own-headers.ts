/** Include files that programs expect beside a compiler and that come with none of their sources. */

/** Types of the module wmma by matrix (A, B, C), shape, and the order or kind that a program names. */
const wmmaMacros = `#define WMMAMatrixA A
#define WMMAMatrixB B
#define WMMAMatrixC C
#define WMMAKind2 2
#define WMMAKind4 4
#define WMMAKind8 8
#define WMMARowMajor 0
#define WMMAColMajor 1
#define WMMARowMajorKind8 7
#define WMMAColMajorKind8 8
#define WMMA_ENDING_A0 2_Rmajor
#define WMMA_ENDING_A1 2_Cmajor
#define WMMA_ENDING_A7 8_Rmajor
#define WMMA_ENDING_A8 8_Cmajor
#define WMMA_ENDING_B0 2_Rmajor
#define WMMA_ENDING_B1 2_Cmajor
#define WMMA_ENDING_B7 8_Rmajor
#define WMMA_ENDING_B8 8_Cmajor
#define WMMA_ENDING_C2 2
#define WMMA_ENDING_C4 4
#define WMMA_ENDING_C8 8
#define WMMA_JOINED(x, e) WMMA_ENDING_ ## x ## e
#define WMMA_ENDING(x, e) WMMA_JOINED(x, e)
#define WMMA_NAMED(X, M, N, K, T, E) type(subMatrix ## X ## _m ## M ## n ## N ## k ## K ## _ ## T ## E)
#define WMMA_TYPE(X, M, N, K, T, E) WMMA_NAMED(X, M, N, K, T, E)
#define WMMASubMatrix(X, M, N, K, T, E) WMMA_TYPE(X, M, N, K, T, WMMA_ENDING(X, E))
#define CUFReal2 real(2)
#define N2 2
#define N4 4
#define CUFVector_NAMED(X, Y, Z) type(V ## X ## Y ## Z)
#define CUFVector(X, Y, Z) CUFVector_NAMED(X, Y, Z)
`;

export const ownHeaders: ReadonlyMap<string, string> = new Map([
  ['mpif.h', '      use mpi\n'],
  ['omp_lib.h', '      use omp_lib\n'],
  ['openacc_lib.h', '      use openacc\n'],
  ['cuf_macros.CUF', wmmaMacros],
]);
