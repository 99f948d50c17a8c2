/** The rows of intrinsic procedures: their lowering, folded, gives what another compiler gives; their rules name parameters that exist. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { Diagnostic } from '../../src/base/diagnostic.ts';
import { nowhere } from '../../src/base/source.ts';
import { resolveIntrinsic } from '../../src/front/fortran/analyse/calls/intrinsic-calls.ts';
import type { ConstantValue, Expr, Type } from '../../src/front/fortran/program.ts';
import type { Row, Try } from '../../src/library/intrinsics/row.ts';
import { specificNames } from '../../src/library/intrinsics/specific-names.ts';
import { intrinsics } from '../../src/library/intrinsics/table.ts';
import { allCases } from './intrinsics/cases.ts';
import { closeReals, expected, shown } from './intrinsics/compare.ts';
import { numericCases } from './intrinsics/program.ts';
import { calledNames } from './programs.ts';

const folder = join(import.meta.dirname, 'intrinsics');
function constant(x: Try, kind: 1 | 2 | 4 | 8): Expr {
  const [type, value] = typed(x, kind);
  return { kind: 'constant', type, value, rank: 0, span: nowhere };
}

function typed(x: Try, kind: 1 | 2 | 4 | 8): [Type, ConstantValue] {
  const wide = kind === 8 ? 8 : 4;
  if (typeof x === 'bigint') return [{ base: 'integer', kind }, x];
  if (typeof x === 'boolean') return [{ base: 'logical', kind: 4 }, x];
  if (typeof x === 'number') return [{ base: 'real', kind: wide }, rounded(x, wide)];
  if (typeof x === 'string') return [{ base: 'character', kind: 1, length: known(x.length) }, x];
  return [{ base: 'complex', kind: wide }, [rounded(x[0], wide), rounded(x[1], wide)]];
}

const rounded = (x: number, kind: 4 | 8) => (kind === 4 ? Math.fround(x) : x);
const known = (n: number) => ({ kind: 'known' as const, value: constant(BigInt(n), 8) });

function close(value: ConstantValue, wanted: string, ulp: number): boolean {
  if (typeof value === 'bigint') return String(value) === wanted;
  if (typeof value === 'boolean') return (value ? '1' : '0') === wanted;
  if (typeof value === 'string') return `[${value}]` === wanted;
  if (typeof value === 'number') return closeReals([value], wanted, ulp);
  return !('components' in value) && closeReals(value, wanted, ulp);
}

test('what intrinsics give for the inputs of their rows', () => {
  const wrong: string[] = [];
  const run = new Set(numericCases(false).map((c) => c.id));
  let folded = 0;
  for (const c of allCases()) {
    const wanted = expected.get(c.id);
    if (wanted === undefined) {
      wrong.push(`${c.id}: no recorded value (test/library/intrinsics/record.ts)`);
      continue;
    }
    const messages: Diagnostic[] = [];
    const args = c.inputs.map((x) => ({ value: constant(x, c.kind) }));
    const result = resolveIntrinsic(c.name, args, nowhere, (d) => messages.push(d));
    if (result?.kind !== 'constant' && !run.has(c.id)) wrong.push(`${c.id}: neither folded nor run`);
    if (!result) wrong.push(`${c.id}: ${messages.map((m) => m.message).join('; ')}`);
    else if (result.kind === 'constant') {
      folded++;
      if (!close(result.value, wanted, c.row.ulp ?? 0))
        wrong.push(`${c.id} (${c.inputs.join(', ')}): ${String(result.value)} instead of ${shown(wanted)}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(folded > 1000, `only ${folded} were folded`);
});

test('what is recorded belongs to a row', () => {
  const ids = new Set(allCases().map((c) => c.id));
  assert.deepEqual(
    [...expected.keys()].filter((id) => !ids.has(id)),
    [],
  );
});

test('a row without inputs to try is called by a program that checks itself', () => {
  const untried = [...intrinsics].filter(([name, row]) => !row.tries && !calledNames.has(name));
  assert.deepEqual(
    untried.map(([name]) => name),
    [],
  );
});

function problemsOf(name: string, row: Row): string[] {
  const names = Object.keys(row.takes);
  const problems: string[] = [];
  const mustExist = (param: string | undefined) => {
    if (param !== undefined && !names.includes(param)) problems.push(`${name}: no parameter ${param}`);
  };
  if (row.gives?.rule === 'same' || row.gives?.rule === 'realOf') mustExist(row.gives.as);
  if (row.gives?.rule === 'kind') {
    if (row.gives.from !== 'kind' || names.includes('kind')) mustExist(row.gives.from);
    if (typeof row.gives.otherwise === 'string') mustExist(row.gives.otherwise);
  }
  for (const p of Object.values(row.takes)) mustExist(p.like);
  if (typeof row.rank === 'object') for (const p of Object.values(row.rank)) mustExist(p);
  if (!row.lower && !row.by) problems.push(`${name}: neither lower nor by`);
  if (row.class !== 'subroutine' && !row.gives) problems.push(`${name}: gives nothing`);
  if (row.class !== 'elemental' && row.class !== 'subroutine' && row.rank === undefined)
    problems.push(`${name}: no rank`);
  if (!row.doc.endsWith('.') && !row.doc.endsWith('?')) problems.push(`${name}: ${row.doc}`);
  return problems;
}

test('rows are complete', () => {
  assert.deepEqual(
    [...intrinsics].flatMap(([name, row]) => problemsOf(name, row)),
    [],
  );
});

test('specific names stand for rows', () => {
  for (const [name, s] of specificNames) {
    assert.ok(intrinsics.has(s.of), `${name} stands for ${s.of}`);
    assert.ok(!intrinsics.has(name), `${name} is a row too`);
  }
});

test('names that programs use most have rows', () => {
  const names = readFileSync(join(folder, 'frequent.txt'), 'utf8')
    .split(/\s+/)
    .filter((n) => n !== '');
  assert.deepEqual(
    names.filter((n) => !intrinsics.has(n) && !specificNames.has(n)),
    [],
  );
});
