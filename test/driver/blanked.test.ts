/** What executables carry of a program says where lines of its sources begin and end, not what they say; the program keeps them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packBlanked, sourcesIn, unpackBlanked } from '../../src/driver/blanked.ts';

test('sources are blanked in the bytes alone', () => {
  const source = { path: 'a.cuf', text: 'x = 1\n\nend' };
  const other = { path: 'b.cuf', text: 'y' };
  const value = {
    functions: new Map([['f', [{ at: { source, from: 0, to: 5 }, kind: 'set' }]]]),
    named: [source, { source: other, from: 0, to: 1 }],
    data: new Uint8Array([1, 2]),
  };
  assert.deepEqual([...sourcesIn(value)].map(({ path }) => path).sort(), ['a.cuf', 'b.cuf']);
  const packed = packBlanked(value);
  assert.equal(source.text, 'x = 1\n\nend');
  const read = unpackBlanked(packed);
  assert.deepEqual([...sourcesIn(read)].map(({ text }) => text).sort(), [' ', '     \n\n   ']);
  assert.deepEqual(read, {
    functions: new Map([
      ['f', [{ at: { source: { path: 'a.cuf', text: '     \n\n   ' }, from: 0, to: 5 }, kind: 'set' }]],
    ]),
    named: [
      { path: 'a.cuf', text: '     \n\n   ' },
      { source: { path: 'b.cuf', text: ' ' }, from: 0, to: 1 },
    ],
    data: new Uint8Array([1, 2]),
  });
});
