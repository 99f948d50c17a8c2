/** No text makes the parser throw, hang or overflow: truncated, mutated, random and deeply nested sources. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseText } from './parse-case.ts';

const folder = join(import.meta.dirname, 'trees');
const sources = readdirSync(folder)
  .filter((name) => !/\.(?:tree|inc|h)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

/** A fixed sequence of numbers in [0, 1). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const spices = [
  '(',
  ')',
  "'",
  '"',
  '&',
  '\n',
  '!',
  '%',
  '<<<',
  '>>>',
  '=',
  '::',
  ';',
  '#if',
  'end',
  'do',
  '!$cuf',
  '\0',
  'é',
];

function mutated(text: string, random: () => number): string {
  const pick = (n: number) => Math.floor(random() * n);
  let made = text;
  for (let i = 0; i < 1 + pick(6); i++) {
    const at = pick(made.length);
    const to = at + pick(12);
    const choice = pick(4);
    if (choice === 0) made = made.slice(0, at) + made.slice(to);
    else if (choice === 1) made = made.slice(0, at) + spices[pick(spices.length)] + made.slice(at);
    else if (choice === 2) made = made.slice(0, at) + made.slice(pick(made.length), to) + made.slice(at);
    else if (random() < 0.2) made = made.slice(0, at);
  }
  return made;
}

test('mutated sources', () => {
  const random = randomFrom(7);
  for (let i = 0; i < 600; i++) {
    const { name, text } = sources[i % sources.length]!;
    const { diagnostics } = parseText(name, mutated(text, random), { readFile: () => undefined });
    assert.ok(diagnostics.length <= 101);
  }
});

test('random bytes', () => {
  const random = randomFrom(3);
  for (let i = 0; i < 40; i++) {
    const text = Array.from({ length: 400 }, () => String.fromCharCode(Math.floor(random() * 256))).join('');
    for (const name of ['x.cuf', 'x.f', 'x.CUF']) parseText(name, text);
  }
});

const deep = 20_000;
const nests: Readonly<Record<string, string>> = {
  parentheses: `x = ${'('.repeat(deep)}1${')'.repeat(deep)}`,
  brackets: `x = ${'['.repeat(deep)}1${']'.repeat(deep)}`,
  calls: `x = ${'f('.repeat(deep)}1${')'.repeat(deep)}`,
  signs: `x = ${'-'.repeat(deep)}1`,
  not: `x = ${'.not.'.repeat(deep)}a`,
  powers: `x = a${'**a'.repeat(deep)}`,
  sums: `x = a${'+a'.repeat(deep)}`,
  components: `x${'%a'.repeat(deep)} = 1`,
  ifs: `${'if (a) '.repeat(deep)} b = 1`,
  'implied do': `print *, ${'('.repeat(deep)}a${', i = 1, 2)'.repeat(deep)}`,
  loops: `${'do\n'.repeat(deep)}`,
  blocks: `${'if (a) then\n'.repeat(deep)}`,
  procedures: `${'subroutine s\ncontains\n'.repeat(deep)}`,
  interfaces: `${'interface\nsubroutine s\n'.repeat(deep)}`,
  types: `${'type t\n'.repeat(deep)}`,
  strings: `x = ${"'a'//".repeat(deep)}'a'`,
};
for (const [name, text] of Object.entries(nests)) {
  test(`deeply nested ${name}`, () => {
    assert.ok(parseText('deep.cuf', `${text}\nend\n`).diagnostics.length > 0);
  });
}

test('macros that explode or go in circles', () => {
  const bomb = Array.from({ length: 60 }, (_, i) => `#define A${i + 1} A${i} A${i}`).join('\n');
  assert.ok(parseText('x.CUF', `#define A0 x\n${bomb}\nA60\nend\n`).diagnostics.length > 0);
  parseText('x.CUF', '#define A B\n#define B A\n#define F(x) F(F(x))\nx = A + F(F(1))\nend\n');
});
