/** Every operation has a meaning that its WebAssembly is compared with, or is compared elsewhere. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Operation, operations } from '../../src/ir/operations.ts';
import { mathFunction } from '../../src/library/math-functions.ts';
import { compareOperations } from './compared.ts';

const rows: Readonly<Record<string, Operation>> = operations;
const compared = compareOperations();

test('WebAssembly means what the table of operations says', () => {
  assert.deepEqual(
    compared.flatMap((c) => c.wrong),
    [],
  );
  assert.ok(compared.reduce((sum, c) => sum + c.count, 0) > 5000);
});

test('no operation is without something to compare it with', () => {
  const numbers = new Set(compared.filter((c) => c.count > 0).map((c) => c.signature));
  const without = Object.entries(rows).flatMap(([name, row]) =>
    row.signatures.flatMap((s, k) => {
      // Addresses: programs show them. fma: test/conformance/device-rounding.cuf.
      const isElsewhere = [...s.takes, s.gives].includes('pointer') || row.expensive || name === 'fma';
      const known = numbers.has(`${name} ${k}`) || isElsewhere;
      return known ? [] : [`${name}(${s.takes.join(', ')})`];
    }),
  );
  assert.deepEqual(without, []);
});

/** Compared where the intrinsics of their names are (test/library/intrinsics). */
const comparedAsIntrinsics = new Set('fmod j0 j1 y0 y1 jn yn'.split(' '));
const reference = readFileSync(join(import.meta.dirname, '../library/math-reference.txt'), 'utf8');
const comparedWithReference = new Set(reference.split('\n').map((line) => line.split(' ')[0]));

test('every mathematical operation has a function in the library, and values to compare that with', () => {
  const expensive = Object.entries(rows).flatMap(([name, row]) => (row.expensive ? [name] : []));
  const without = expensive.filter((name) => {
    const plain = name.replace('fast.', '');
    const has = isOperation(name) && ([4, 8] as const).every((bytes) => hasBody(name, bytes));
    return !has || !(comparedWithReference.has(plain) || comparedAsIntrinsics.has(plain));
  });
  assert.deepEqual(without, []);
});

/** Types make sure of the module's name; the Fortran function must be there. */
function hasBody(name: keyof typeof operations, bytes: 4 | 8): boolean {
  const { module, symbol } = mathFunction(name, bytes) ?? { module: '', symbol: '' };
  const path = join(import.meta.dirname, `../../src/library/fortran/math/${module}.cuf`);
  const inner = symbol.slice(module.length + 1, -'@device'.length);
  return module !== '' && new RegExp(`function ${inner}\\(`).test(readFileSync(path, 'utf8'));
}

function isOperation(name: string): name is keyof typeof operations {
  return Object.hasOwn(operations, name);
}
