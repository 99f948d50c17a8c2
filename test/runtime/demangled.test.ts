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
  ['_ZN4ListIiED1Ev', 'List<int>::~List()'],
  ['_Z1kIfLi4EEvPT_i', 'void k<float, (int)4>(T1 *, int)'],
  ['_Z1gIiEvP1VIT_ES0_IPKS1_E', 'void g<int>(V<T1> *, V<const T1 *>)'],
  ['_ZN2ns1hILNS_1EE1ELb1EJifEEEvDpT1_', 'void ns::h<(ns::E)1, (bool)1, int, float>(T3...)'],
  ['_Z3lamIZ4mainEUliE0_EvT_Pi', 'void lam<main::[lambda(int) (instance 2)]>(T1, int *)'],
  ['_ZZ3usevENKUliE_clEi', 'use()::[lambda(int) (instance 1)]::operator ()(int) const'],
  ['_Z2g8IiLi4EEiRAT0__T_N1a3ArrIS0_XT0_EEE', 'int g8<int, (int)4>(T1 (&)[T2], a::Arr<T1, T2>)'],
  ['_Z2g7IN1a3ArrEdEiT_IT0_Li3EES3_', 'int g7<a::Arr, double>(T1<T2, (int)3>, T2)'],
  ['_Z2g2MN1a1SEiMS0_FiiiEMS0_KFfvE', 'g2(int a::S::*, int (a::S::*)(int, int), float (a::S::*)() const)'],
  ['_ZSt2h1St3OwnSt3BoxIiEPS0_IS_E', 'std::h1(std::Own, std::Box<int>, std::Box<std::Own> *)'],
  ['_ZN1a1ScvPS0_Ev', 'a::S::operator a::S *()'],
  ['_ZN1a1S5countE', 'a::S::count'],
  ['_Z4moreILj8ELln7EEvv', 'void more<(unsigned int)8, (long)-7>()'],
  ['_ZNK4Tile4backEi', 'Tile::back(int) const'],
  ['_ZN17_GLOBAL_kernel_cu4moreEPf', '<unnamed>::more(float *)'],
  ['_Z10overloadedPjPFviPfEPKPKc', 'overloaded(unsigned int *, void (*)(int, float *), const char *const *)'],
  ['_Z4intsPVKi', 'ints(const volatile int *)'],
  ['_Z1kPKcS0_', 'k(const char *, const char *)'],
  ['_Z1kPKcS1_', undefined],
  ['_Z1kPKcS9_', undefined],
  ['_Z1kI', undefined],
  ['m_k', undefined],
] as const)
  test(`${symbol}`, () => assert.equal(demangled(symbol), signature));
