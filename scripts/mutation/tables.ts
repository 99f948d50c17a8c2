/** Rows whose wrong results are compared in this process. */
import { f32, f64, i32, i64, op } from '../../src/ir/build.ts';
import type { Expression } from '../../src/ir/module.ts';
import type { Operation, Signature, Value } from '../../src/ir/operations.ts';
import { operations } from '../../src/ir/operations.ts';
import type { Lower, Row } from '../../src/library/intrinsics/row.ts';
import { intrinsics } from '../../src/library/intrinsics/table.ts';
import { compareOperations } from '../../test/back/compared.ts';
import { allCases } from '../../test/library/intrinsics/cases.ts';
import { foldCase } from '../../test/library/intrinsics/folded.ts';
import { numericCases } from '../../test/library/intrinsics/program.ts';
import type { Mutant } from '../mutation.ts';

/** Intrinsics that lower to operations: the result is another number, truth or text. What is not folded is compared when it is run. */
export function foldedMutants(): readonly Mutant[] {
  const run = new Set(numericCases(false).map((c) => c.id));
  return [...intrinsics]
    .filter(([, row]) => row.tries && row.lower)
    .map(([name, row]) => ({ name, isNoticed: () => isFoldNoticed(name, row, run) }));
}

function isFoldNoticed(name: string, row: Row, run: ReadonlySet<string>): boolean {
  const { lower } = row;
  if (!lower || !(intrinsics instanceof Map)) return false;
  const off: Lower = (args, to) => lower(args, to).map(wrong);
  intrinsics.set(name, { ...row, lower: off });
  const noticed = allCases().some((c) => {
    if (c.name !== name) return false;
    const { folded, problem } = foldCase(c);
    return problem !== undefined || (!folded && run.has(c.id));
  });
  intrinsics.set(name, row);
  return noticed;
}

/** A little off. */
function wrong(x: Expression): Expression {
  switch (x.type) {
    case 'bool':
      return op('ne', [op('to.i32', [x]), i32(1)]);
    case 'i32':
      return op('xor', [x, i32(1)]);
    case 'i64':
      return op('xor', [x, i64(1)]);
    case 'f32':
      return op('add', [op('mul', [x, f32(1 + 2 ** -10)]), f32(2 ** -10)]);
    case 'f64':
      return op('add', [op('mul', [x, f64(1 + 2 ** -10)]), f64(2 ** -10)]);
    default:
      return x;
  }
}

const rows: Readonly<Record<string, Operation>> = operations;

/** Each type of each operation means something else than its WebAssembly does. */
export function operationMutants(): readonly Mutant[] {
  return Object.entries(rows).flatMap(([name, row]) => {
    if (row.expensive) return [];
    return row.signatures.map((s, k) => ({
      name: `${name}(${s.takes.join(',')})`,
      isNoticed: () => isMeaningNoticed(row.signatures, s, `${name} ${k}`),
    }));
  });
}

function isMeaningNoticed(all: readonly Signature[], s: Signature, id: string): boolean {
  if (!s.meaning || !Array.isArray(all)) return false;
  const { meaning } = s;
  const other = { ...s, meaning: (...args: never[]) => turned(Reflect.apply(meaning, undefined, args)) };
  const at = all.indexOf(s);
  all[at] = other;
  const noticed = compareOperations().some((c) => c.signature === id && c.wrong.length > 0);
  all[at] = s;
  return noticed;
}

function turned(x: Value | undefined): Value | undefined {
  if (typeof x === 'boolean') return !x;
  if (typeof x === 'bigint') return x ^ 1n;
  return x === undefined ? x : x + 1;
}
