/** Device routines that are made of operations: what they give for constants. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { f32, f64, i32, i64 } from '../../src/ir/build.ts';
import type { Expression } from '../../src/ir/module.ts';
import { cudadevice } from '../../src/library/cudadevice/module.ts';
import type { Routine } from '../../src/library/library-module.ts';
import { libraryModules } from '../../src/library/modules.ts';

const keep = (x: Expression) => x;

const values: readonly (readonly [string, readonly Expression[], number | bigint])[] = [
  ['__popc', [i32(-1)], 32],
  ['__popc', [i64(-1)], 64],
  ['__clz', [i32(1)], 31],
  ['__ffs', [i32(0)], 0],
  ['__ffs', [i64(8)], 4],
  ['__brev', [i32(1)], -(2 ** 31)],
  ['umulhi', [i32(-1), i32(-1)], -2],
  ['mulhi', [i32(-1), i32(-1)], 0],
  ['__mul24', [i32(0xffffff), i32(2)], -2],
  ['__umul24', [i32(0xffffff), i32(2)], 0x1fffffe],
  ['__usad', [i32(-1), i32(1), i32(3)], 1],
  ['__float2int_rn', [f32(2.5)], 2],
  ['__float2int_rz', [f32(-2.5)], -2],
  ['__float2int_rd', [f32(-2.5)], -3],
  ['__float2int_ru', [f32(2.1)], 3],
  ['__float2uint_rz', [f32(4e9)], 4e9 - 2 ** 32],
  ['__double2ull_rz', [f64(2 ** 63)], -(2n ** 63n)],
  ['__int2float_rd', [i32(16777217)], 16777216],
  ['__int2float_ru', [i32(16777217)], 16777218],
  ['__int2float_rz', [i32(-16777217)], -16777216],
  ['__ll2float_rd', [i64(2n ** 63n - 1n)], 2 ** 63 - 2 ** 39],
  ['__ull2double_rn', [i64(-1)], 2 ** 64],
  ['__double2float_rd', [f64(0.1)], Math.fround(0.1) - 2 ** -27],
  ['__double2float_ru', [f64(-0.1)], -(Math.fround(0.1) - 2 ** -27)],
  ['__fadd_rd', [f32(1), f32(2 ** -30)], 1],
  ['__fadd_ru', [f32(1), f32(2 ** -30)], 1 + 2 ** -23],
  ['__fadd_rz', [f32(-1), f32(2 ** -30)], -(1 - 2 ** -24)],
  ['__dadd_ru', [f64(1), f64(1e-30)], 1 + 2 ** -52],
  ['__hiloint2double', [i32(0x3ff00000), i32(0)], 1],
  ['__double2hiint', [f64(1)], 0x3ff00000],
  ['__float2half_rn', [f32(0.1)], 0.0999755859375],
  ['__float2half_rn', [f32(2 ** -25 * 3)], 2 ** -23],
  ['__float2half_rn', [f32(70000)], Number.POSITIVE_INFINITY],
  ['sinpi', [f64(1)], 0],
  ['cospi', [f64(0.5)], 0],
  ['sinpi', [f64(-0.5)], -1],
  ['saturate', [f32(Number.NaN)], 0],
  ['signbit', [f32(-0)], 1],
];

for (const [name, args, wanted] of values)
  test(`${name}(${args.map((a) => (a.kind === 'const' ? String(a.value) : '')).join(', ')})`, () => {
    const routine = cudadevice.routines[name];
    const result = routine?.lower?.(args, keep);
    assert.equal(result?.kind === 'const' ? result.value || 0 : result, wanted || 0);
  });

function problems(module: string, name: string, r: Routine): string[] {
  const forms = 1 + (r.also?.length ?? 0);
  const found: string[] = [];
  const ways = [r.lower, r.effect, r.effectEach, r.run].filter((w) => w !== undefined).length;
  if (ways !== 1) found.push(`${module}.${name}: made in ${ways} ways`);
  if (r.givesEach && r.givesEach.length !== forms) found.push(`${module}.${name}: ${r.givesEach.length} results`);
  if (r.effectEach && r.effectEach.length !== forms) found.push(`${module}.${name}: ${r.effectEach.length} effects`);
  return found;
}

test('every routine of every module is made in one way, for each of its forms', () => {
  const found = [...libraryModules.values()].flatMap((m) =>
    Object.entries(m.routines).flatMap(([name, r]) => problems(m.name, name, r)),
  );
  assert.deepEqual(found, []);
});
