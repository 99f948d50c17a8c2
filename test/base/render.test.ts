/** How diagnostics look in a terminal. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Diagnostic } from '../../src/base/diagnostic.ts';
import { renderDiagnostic } from '../../src/base/render.ts';
import { span } from '../../src/base/source.ts';

function shown(text: string, from: number, to: number): string {
  const source = { path: 'a.f90', text };
  const diagnostic: Diagnostic = {
    severity: 'error',
    code: 'some-code',
    message: 'something is wrong',
    labels: [{ at: span(source, from, to), text: 'here' }],
    help: 'first line\nsecond line',
  };
  return renderDiagnostic(diagnostic);
}

test('a label under its line', () => {
  assert.equal(
    shown('program p\n\tx = y\nend\n', 15, 16),
    [
      'error[some-code]: something is wrong',
      '  ┌─ a.f90:2:6',
      '2 │     x = y',
      '  │         ^ here',
      '  = help: first line',
      '          second line',
      '',
    ].join('\n'),
  );
});

test('a long line is cut around the label', () => {
  const text = `${'x'.repeat(500)}!${'y'.repeat(500)}`;
  const [, , line = '', mark = ''] = shown(text, 500, 501).split('\n');
  assert.ok(line.length < 180);
  assert.equal(line[mark.indexOf('^')], '!');
});

test('control characters do not reach the terminal', () => {
  const text = shown('a\u001b[31mb\u0000', 0, 1);
  assert.ok(!text.includes('\u001b') && !text.includes('\u0000'));
});
