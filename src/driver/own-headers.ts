/** Include files that programs expect beside a compiler and that come with none of their sources. */

import { mpiRoutine } from '../library/mpi/routines.ts';

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

const ownHeaders: Readonly<Record<string, (includedBy: string) => string>> = {
  'mpif.h': (text) => continued(`      use mpi${hidden(text)}`),
  'omp_lib.h': () => '      use omp_lib\n',
  'openacc_lib.h': () => '      use openacc\n',
  'cuf_macros.CUF': () => wmmaMacros,
};

/** By its name; `includedBy`: the source that asks for it. */
export function ownHeader(path: string, includedBy: string): string | undefined {
  return ownHeaders[path.replace(/^.*\//, '')]?.(includedBy);
}

/**
 * Routines of MPI that a source defines itself stand for MPI's there, which are still called by their second names (PMPI_Send). Lines go on by an ampersand behind
 * column 72 and one in column 6: in both forms of a source.
 */
function hidden(text: string): string {
  const defined = [...text.matchAll(/^[ \t]*subroutine[ \t]+(mpi_\w+)/gim)].map(([, name = '']) => name.toLowerCase());
  const names = new Set(defined.filter((name) => mpiRoutine(name)));
  return [...names].map((name) => `,\n     & own_${name} => ${name}`).join('');
}

function continued(statement: string): string {
  const lines = statement.split('\n');
  return `${lines.map((line, i) => (i < lines.length - 1 ? `${line.padEnd(72)}&` : line)).join('\n')}\n`;
}
