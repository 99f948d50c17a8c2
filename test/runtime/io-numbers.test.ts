/** Numbers written and read by the quick way are those of the general way, and V8's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultReal, realForm } from '../../src/runtime/fortran-io/edit-default.ts';
import { editInteger } from '../../src/runtime/fortran-io/edit-integer.ts';
import { editReal, type NumberModes, type RealEdit } from '../../src/runtime/fortran-io/edit-real.ts';
import { parseReal, plainReal } from '../../src/runtime/fortran-io/number-input.ts';
import { OutputRecord } from '../../src/runtime/fortran-io/output-record.ts';
import { putInteger, putListed, putReal } from '../../src/runtime/fortran-io/put-number.ts';

let seed = 20;
const random = (below: number): number => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return Math.floor((seed / 0x80000000) * below);
};
const unit = (): number => (random(0x7fffffff) + random(0x7fffffff) / 0x80000000) / 0x7fffffff;
const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;

const bits = new DataView(new ArrayBuffer(8));
const kinds: readonly (() => number)[] = [
  () => {
    bits.setUint32(0, unit() * 2 ** 32);
    bits.setUint32(4, unit() * 2 ** 32);
    return bits.getFloat64(0);
  },
  () => unit() - 0.5,
  () => unit() * 1e6,
  () => Math.fround(unit() * 1000 - 500),
  () => random(1000) * 10 ** (random(21) - 10),
  () => 10 ** pick([-5, -1, 0, 1, 2, 5, 15, 16, 17]) * (1 + pick([0, 1e-16, -1e-16, 1e-15, -2e-16, 5e-9, -4e-9])),
];
const count = 60000;
const values = Array.from({ length: count }, (_, i) => kinds[i % kinds.length]!());

const record = new OutputRecord();
function written(put: () => boolean): string | undefined {
  record.clear();
  return put() ? String.fromCharCode(...record.content()) : undefined;
}

test('reals by F, E, D and ES', () => {
  let quick = 0;
  for (const value of values) {
    const edit: RealEdit = {
      letter: pick(['F', 'E', 'ES', 'D']),
      width: pick([0, 0, 3, 8, 12, 25]),
      digits: pick([0, 1, 3, 5, 7, 10, 16]),
      exponent: pick([undefined, undefined, 0, 2, 3]),
    };
    const modes: NumberModes = {
      scale: pick([0, 0, 0, 1, 2, -1]),
      plus: random(5) === 0,
      comma: random(9) === 0,
      rounding: pick(['compatible', 'nearest', 'up']),
    };
    const text = written(() => putReal(record, value, edit, modes));
    if (text === undefined) continue;
    quick += 1;
    assert.equal(text, editReal(value, edit, modes), `${value} ${JSON.stringify(edit)} ${JSON.stringify(modes)}`);
  }
  assert.ok(quick > count / 3, `only ${quick} of ${count}`);
});

test('reals in lists', () => {
  const modes: NumberModes = { scale: 0, plus: false, comma: false, rounding: 'compatible' };
  let quick = 0;
  for (const value of values) {
    const kind = pick([4, 8]);
    const x = kind === 4 ? Math.fround(value) : value;
    if (!Number.isFinite(x)) continue;
    const { width, digits, exponentDigits } = realForm(kind);
    const text = written(() => putListed(record, x, width, digits, exponentDigits + 2, modes));
    if (text === undefined) continue;
    quick += 1;
    assert.equal(text, defaultReal(x, kind, modes), `${x} of kind ${kind}`);
  }
  assert.ok(quick > count / 3, `only ${quick} of ${count}`);
});

test('integers', () => {
  for (const value of values) {
    const whole = Math.round(value);
    if (!Number.isSafeInteger(whole)) continue;
    const [width, minimum, plus] = [pick([0, 3, 8, 20]), pick([0, 1, 1, 3, 8]), random(4) === 0];
    const text = written(() => {
      putInteger(record, whole, width, minimum, plus);
      return true;
    });
    assert.equal(text, editInteger(BigInt(whole), width, minimum, plus), `${whole} I${width}.${minimum}`);
  }
});

test('reals read back', () => {
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    const text = pick([String(value), value.toExponential(pick([3, 14, 15, 16, 17, 18, 20, 22, 25]))]);
    const bytes = new TextEncoder().encode(text);
    assert.equal(parseReal(bytes, 0, bytes.length, 8, plainReal), Number(text), text);
  }
});
