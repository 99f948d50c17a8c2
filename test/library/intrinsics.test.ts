/** The rows of intrinsic procedures: their lowering, folded, gives what another compiler gives; their rules name parameters that exist. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { Row } from '../../src/library/intrinsics/row.ts';
import { specificNames } from '../../src/library/intrinsics/specific-names.ts';
import { intrinsics } from '../../src/library/intrinsics/table.ts';
import { allCases } from './intrinsics/cases.ts';
import { expected } from './intrinsics/compare.ts';
import { foldCase } from './intrinsics/folded.ts';
import { numericCases } from './intrinsics/program.ts';
import { calledNames } from './programs.ts';

const folder = join(import.meta.dirname, 'intrinsics');
test('what intrinsics give for the inputs of their rows', () => {
  const run = new Set(numericCases(false).map((c) => c.id));
  const all = allCases().map((c) => ({ id: c.id, ...foldCase(c) }));
  const wrong = all.flatMap(({ problem }) => problem ?? []);
  const untried = all.filter(({ id, folded, problem }) => !folded && !problem && !run.has(id));
  assert.deepEqual(wrong, []);
  assert.deepEqual(untried, []);
  const folded = all.filter((c) => c.folded).length;
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
