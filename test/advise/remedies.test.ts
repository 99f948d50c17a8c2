/** What the adviser would change in a source: lines of Fortran and of C. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remedyFor } from '../../src/tools/advise/remedies.ts';

/** The finding is about the last line; `array` is what it names. */
const cases: readonly (readonly [string, string, string, string, readonly string[] | undefined])[] = [
  [
    'bank-conflicts',
    'a.cuf',
    'tile',
    'real, shared :: tile(32, 32)\ny = tile(j, i)',
    ['real, shared :: tile(32+1, 32)'],
  ],
  [
    'bank-conflicts',
    'a.cu',
    'tile',
    '__shared__ float tile[32][N];\ny = tile[i][j];',
    ['__shared__ float tile[32][N + 1];'],
  ],
  ['bank-conflicts', 'a.cu', 'row', '__shared__ float row[32];\ny = row[i * 32];', undefined],
  ['double-literal', 'a.cuf', '', 'y = 0.5d0*y + 1d-3', ['y = 0.5*y + 1e-3']],
  [
    'double-literal',
    'a.cu',
    '',
    'y = 0.5 * y + 1e-3 - 2.0f * a.x1 - p1.e3;',
    ['y = 0.5f * y + 1e-3f - 2.0f * a.x1 - p1.e3;'],
  ],
  ['constant-scatter', 'a.cu', 'w', '__constant__ float w[9];\ny = w[k];', ['__device__ float w[9];']],
  [
    'register-spills',
    'a.cu',
    '',
    '__global__ void __launch_bounds__(256, 8) f(float *x)',
    ['__global__ void f(float *x)'],
  ],
  [
    'uncoalesced',
    'a.f90',
    'b',
    '!$acc parallel loop collapse(2) present(a, b)\ndo i = 1, n\n  do j = 1, n\n    b(i, j) = a(i, j)',
    ['do j = 1, n', '  do i = 1, n'],
  ],
  // The bounds of the inner loop depend on the outer one, or iterations may not change places.
  [
    'uncoalesced',
    'a.f90',
    'b',
    '!$acc parallel loop collapse(2)\ndo i = 1, n\n  do j = 1, i\n    b(i, j) = 1',
    undefined,
  ],
  [
    'uncoalesced',
    'a.f90',
    'b',
    '!$acc parallel loop\ndo i = 1, n\n  do j = 1, n\n    b(i, j) = b(i, j - 1)',
    undefined,
  ],
];

for (const [code, path, array, text, after] of cases)
  test(`${code}: ${text.split('\n').at(-1)?.trim()}`, () => {
    const place = `${path}:${text.split('\n').length}`;
    assert.deepEqual(remedyFor({ code, place, array }, () => text)?.after, after);
  });
