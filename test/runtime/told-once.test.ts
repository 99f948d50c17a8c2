/** Mistakes that many threads of a kernel tell are shown once, with their number; what the program prints stays. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PrintedItem, PrintedLine } from '../../src/runtime/sim/prints.ts';
import { toldOnce } from '../../src/runtime/told-once.ts';

const line = (sequence: number, format: string, value: bigint): PrintedLine => ({
  sequence,
  block: 0,
  items: [
    { kind: 'format', text: format },
    { kind: 'integer', bytes: 8, value },
  ],
});

const shown = (item: PrintedItem) => ('text' in item ? item.text : 'value' in item ? String(item.value) : item.kind);

test('a mistake is told once for each launch and place', () => {
  const lines = toldOnce([
    line(1, '!a.cuf:3:1\n(i0,a)', 7n),
    line(1, '(i0)', 1n),
    line(1, '!a.cuf:3:1\n(i0,a)', 8n),
    line(1, '(i0)', 1n),
    line(1, '!a.cuf:4:1\n(i0,a)', 9n),
    line(1, '!a.cuf:3:1\n(i0,a)', 10n),
    line(2, '!a.cuf:3:1\n(i0,a)', 11n),
    line(2, '!a.cuf:3:1\n(i0,a)', 12n),
  ]);
  assert.deepEqual(
    lines.map((l) => l.items.map(shown)),
    [
      ['(i0,a)', '7', ', and in 2 other threads'],
      ['(i0)', '1'],
      ['(i0)', '1'],
      ['(i0,a)', '9'],
      ['(i0,a)', '11', ', and in 1 other thread'],
    ],
  );
});
