/** The same error in several places is one message. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Diagnostic } from '../../src/base/diagnostic.ts';
import { joinRepeated } from '../../src/base/repeated.ts';

const source = { path: 'a.f90', text: 'x\n'.repeat(20) };

function at(line: number, more: Partial<Diagnostic> = {}): Diagnostic {
  const from = 2 * (line - 1);
  return { severity: 'error', code: 'c', message: 'm', labels: [{ at: { source, from, to: from + 1 } }], ...more };
}

test('errors that differ by their place are told once', () => {
  const [joined, ...others] = joinRepeated([at(2), at(5, { message: 'other' }), at(4), at(9), at(4)]);
  assert.deepEqual(joined, { ...at(2), notes: ['the same in lines 4 and 9'] });
  assert.deepEqual(others, [at(5, { message: 'other' })]);
});

test('one line once', () => {
  assert.deepEqual(joinRepeated([at(2), at(2)]), [at(2)]);
  assert.deepEqual(joinRepeated([at(2), at(3)]), [{ ...at(2), notes: ['the same in line 3'] }]);
});

test('many lines are counted', () => {
  const lines = Array.from({ length: 12 }, (_, i) => at(i + 1));
  assert.deepEqual(joinRepeated(lines)[0]!.notes, ['the same in lines 2, 3, 4, 5, 6, 7 and 5 more']);
});

test('warnings, and errors with other reasons, stay apart', () => {
  const warnings = [at(2, { severity: 'warning' }), at(3, { severity: 'warning' })];
  assert.deepEqual(joinRepeated(warnings), warnings);
  const helped = [at(2, { help: 'one' }), at(3, { help: 'another' })];
  assert.deepEqual(joinRepeated(helped), helped);
});
