/** What goes before a loop: addresses of variables that stay the same, where a branch of the loop computes them; nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hoistAddresses } from '../../src/back/ptx/hoist-addresses.ts';
import { printLine } from '../../src/back/ptx/instruction.ts';
import { parseLines } from './lines.ts';

const loop = (body: string): string => `
  mov.b32 %l0, 0;
$for_1:
  setp.lt.s32 %p1, %l0, %l1;
  @%p1 bra $fi_2;
${body}
$fi_2:
  add.s32 %l0, %l0, 1;
  setp.ne.s32 %p2, %l0, %l2;
  @%p2 bra $for_1;
  ret;`;

const listOf = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => (line.trim().startsWith('$') ? line.trim() : `\t${line.trim()}`));

/** The lines that stand before the first label. */
function before(text: string): string[] {
  const made = hoistAddresses(parseLines(listOf(text))).map(printLine);
  assert.deepEqual([...made].sort(), [...listOf(text)].sort(), 'lines are moved, not made');
  return made.slice(1, made.indexOf('$for_1:')).map((line) => line.trim());
}

const address = '  mov.u64 %rd1, tile;\n  mul.wide.s32 %rd2, %l3, 4;\n  add.s64 %rd3, %rd1, %rd2;';
const use = '  ld.shared.b32 %r1, [%rd3+4];\n  st.global.b32 [%l4], %r1;';

test('an address of shared memory in a branch', () => {
  assert.deepEqual(
    before(loop(`${address}\n${use}`)),
    address.split('\n').map((l) => l.trim()),
  );
});

test('an address that counts from a parameter stays', () => {
  const body = '  mul.wide.s32 %rd2, %l3, 4;\n  add.s64 %rd3, %l4, %rd2;\n  ld.global.b32 %r1, [%rd3];';
  assert.deepEqual(before(loop(body)), []);
});

test('what each iteration computes stays', () => {
  const text = loop(use).replace('  setp.lt', `${address}\n  setp.lt`);
  assert.deepEqual(before(text), []);
});

test('what the loop changes stays, and what is made of it', () => {
  assert.deepEqual(before(loop(`${address.replace('%l3', '%l0')}\n${use}`)), ['mov.u64 %rd1, tile;']);
});

test('registers that are set twice, loads and conditional instructions stay', () => {
  const body = [
    '  mul.wide.s32 %rd1, %l3, 4;',
    '  mul.wide.s32 %rd1, %l1, 8;',
    '  ld.global.b64 %rd2, [%l4];',
    '  @%p1 mul.wide.s32 %rd3, %l3, 8;',
    '  st.global.b64 [%l4], %rd1;',
  ];
  assert.deepEqual(before(loop(body.join('\n'))), []);
});

test('of a loop within another it goes before both', () => {
  const inner = `  mov.b32 %l5, 0;\n$for_3:\n${address}\n${use}\n  add.s32 %l5, %l5, 1;\n  setp.ne.s32 %p3, %l5, %l2;\n  @%p3 bra $for_3;`;
  assert.equal(before(loop(inner)).length, 3);
});

test('a loop that is entered by a jump keeps all', () => {
  const text = loop(`${address}\n${use}`).replace('  mov.b32 %l0, 0;', '  mov.b32 %l0, 0;\n  bra $fi_2;');
  assert.deepEqual(before(text), ['bra $fi_2;']);
});
