/** Random texts with branches and loops store the same before and behind `reuseValues`, which finds what neighbours have in common. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printLine } from '../../src/back/ptx/instruction.ts';
import { reuseValues } from '../../src/back/ptx/reuse.ts';
import { unsetRead } from '../../src/back/ptx/verify.ts';
import { parseLines } from './lines.ts';

/** Deterministic. */
function randomNumbers(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) % n;
  };
}

/** Instructions over a few values, so that many are the same; locals are set anew, temporaries once. */
function randomText(seed: number): string[] {
  const next = randomNumbers(seed);
  const lines = ['\tld.param.b32 %l0, [p0];', '\tld.param.b32 %l1, [p1];', '\tmov.b32 %l2, 0;'];
  let temporaries = 0;
  let labels = 0;
  const operand = (known: readonly string[]): string => known[next(Math.min(4, known.length))]!;
  const temporary = (): string => `%r${++temporaries}`;
  const body = (outer: readonly string[], depth: number): void => {
    const known = [...outer];
    for (let n = 2 + next(4); n > 0; n--) {
      const kind = next(depth > 0 ? 8 : 5);
      if (kind < 3) {
        const to = temporary();
        const name = ['add.s32', 'sub.s32', 'mul.lo.s32'][next(3)]!;
        lines.push(`\t${name} ${to}, ${operand(known)}, ${operand(known)};`);
        known.push(to);
      } else if (kind === 3) lines.push(`\tmov.b32 %l${1 + next(2)}, ${operand(known)};`);
      else if (kind === 4) lines.push(`\tst.global.b32 [%l0], ${operand(known)};`);
      else if (kind === 5) {
        const [p, otherwise, end] = [`%p${++temporaries}`, `$else_${++labels}`, `$fi_${labels}`];
        lines.push(`\tsetp.lt.s32 ${p}, ${operand(known)}, ${operand(known)};`, `\t@!${p} bra ${otherwise};`);
        body(known, depth - 1);
        lines.push(`\tbra ${end};`, `${otherwise}:`);
        body(known, depth - 1);
        lines.push(`${end}:`);
      } else {
        const [left, p, q] = [temporary(), `%p${++temporaries}`, `%p${++temporaries}`];
        const [head, end] = [`$for_${++labels}`, `$end_${labels}`];
        lines.push(`\tmov.b32 ${left}, ${1 + next(3)};`, `${head}:`);
        body(known, depth - 1);
        if (next(2) === 0) {
          lines.push(`\tsetp.lt.s32 ${q}, ${operand(known)}, ${operand(known)};`, `\t@${q} bra ${end};`);
          body(known, 0);
        }
        lines.push(
          `\tadd.s32 ${left}, ${left}, -1;`,
          `\tsetp.ne.s32 ${p}, ${left}, 0;`,
          `\t@${p} bra ${head};`,
          `${end}:`,
        );
      }
    }
  };
  body(['%l0', '%l1', '%l2'], 3);
  lines.push('\tst.global.b32 [%l0], %l2;', '\tret;');
  return lines;
}

/** What is stored, in order. */
function run(lines: readonly string[]): readonly number[] {
  const registers = new Map<string, number>();
  const read = (name: string): number => {
    const value = /^-?\d+$/.test(name) ? Number(name) : registers.get(name);
    assert.ok(value !== undefined, `${name} is read unset`);
    return value;
  };
  const stored: number[] = [];
  const operations: Readonly<Record<string, (a: number, b: number) => number>> = {
    'add.s32': (a, b) => (a + b) | 0,
    'sub.s32': (a, b) => (a - b) | 0,
    'mul.lo.s32': Math.imul,
    'setp.lt.s32': (a, b) => Number(a < b),
    'setp.ne.s32': (a, b) => Number(a !== b),
  };
  for (let at = 0; at < lines.length; at++) {
    const [, not, guard, name, rest = ''] = /^\t(?:@(!?)(%p\d+) )?([\w.]+) ?(.*);$/.exec(lines[at]!) ?? [];
    if (name === undefined) continue;
    const [a = '', b = '', c = ''] = rest.split(', ');
    if (name === 'ret') return stored;
    if (name === 'bra') {
      if (guard === undefined || (read(guard) !== 0) === (not === '')) at = lines.indexOf(`${a}:`);
    } else if (name === 'st.global.b32') stored.push(read(b));
    else if (name === 'ld.param.b32') registers.set(a, b === '[p0]' ? 7 : -5);
    else if (name === 'mov.b32') registers.set(a, read(b));
    else registers.set(a, operations[name]!(read(b), read(c)));
  }
  return stored;
}

test('random texts store the same', () => {
  let dropped = 0;
  for (let seed = 0; seed < 600; seed++) {
    const lines = randomText(seed);
    const reused = reuseValues(parseLines(lines));
    assert.equal(unsetRead(reused), undefined, `seed ${seed}`);
    const made = reused.map(printLine);
    assert.deepEqual(run(made), run(lines), `seed ${seed}`);
    dropped += lines.length - made.length;
  }
  assert.ok(dropped > 400, `${dropped} instructions dropped`);
});

const reusedIn = (text: string): string[] => reuseValues(parseLines(text.split('\n'))).map(printLine);

test('what both ways to a label have computed before they parted is known there, what one of them computed is not', () => {
  const made = reusedIn(
    `	mul.lo.s32 %r1, %l0, 4;
	@!%p1 bra $else;
	add.s32 %r2, %l0, 1;
	st.global.b32 [%rd1], %r2;
	bra $fi;
$else:
	mul.lo.s32 %r3, %l0, 4;
	st.global.b32 [%rd1], %r3;
$fi:
	mul.lo.s32 %r4, %l0, 4;
	add.s32 %r5, %l0, 1;
	st.global.b32 [%rd1], %r4;
	st.global.b32 [%rd1], %r5;`,
  );
  assert.deepEqual(
    made.filter((l) => /mul|add|st/.test(l)).map((l) => l.trim()),
    [
      'mul.lo.s32 %r1, %l0, 4;',
      'add.s32 %r2, %l0, 1;',
      'st.global.b32 [%rd1], %r2;',
      'st.global.b32 [%rd1], %r1;',
      'add.s32 %r5, %l0, 1;',
      'st.global.b32 [%rd1], %r1;',
      'st.global.b32 [%rd1], %r5;',
    ],
  );
});

test('a loop knows what was computed before it of what it does not change', () => {
  const made = reusedIn(
    `	mov.b32 %l1, 0;
	add.s32 %r1, %l0, 1;
	add.s32 %r2, %l1, 1;
$loop:
	add.s32 %r3, %l0, 1;
	add.s32 %r4, %l1, 1;
	mov.b32 %l1, %r4;
	st.global.b32 [%rd1], %r3;
	setp.lt.s32 %p1, %l1, 9;
	@%p1 bra $loop;`,
  );
  assert.ok(!made.some((l) => l.includes('%r3,')) && made.includes('\tadd.s32 %r4, %l1, 1;'));
});
