/** Signatures of functions of C++, from their symbols. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demangled } from '../../src/machine/demangled.ts';

for (const [symbol, signature] of [
  ['_Z5plainv', 'plain()'],
  ['_Z4rows6matrixPf', 'rows(matrix, float *)'],
  ['_Z5scalePKfPPdib', 'scale(const float *, double **, int, bool)'],
  ['_ZN1a1b1kEPN1a1b1vERKN1a1b1vEhxm', 'a::b::k(a::b::v *, const a::b::v &, unsigned char, long long, unsigned long)'],
  ['_Z1hP6__halfPFviEPA4_f5uint2', 'h(__half *, void (*)(int), float (*)[4], uint2)'],
  ['_ZN3BoxIC1Ei', undefined],
  ['_ZN6BufferC1Ei', 'Buffer::Buffer(int)'],
  ['_ZN9List<int>D1Ev', 'List<int>::~List()'],
  ['_ZNK4Tile4backEi', 'Tile::back(int) const'],
  ['_ZN17_GLOBAL_kernel_cu4moreEPf', '<unnamed>::more(float *)'],
  ['_Z10overloadedPjPFviPfEPKPKc', 'overloaded(unsigned int *, void (*)(int, float *), const char *const *)'],
  ['_Z4intsPVKi', 'ints(const volatile int *)'],
  ['_Z1kPKcS0_', undefined],
  ['m_k', undefined],
] as const)
  test(`${symbol}`, () => assert.equal(demangled(symbol), signature));
