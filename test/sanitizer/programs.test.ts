/**
 * Programs of several files, of Fortran and C together, each with an error that is there or not as a definition says. `main` says in its last line
 *   ! check: TOOLS; wrong: DEFINITION; right: DEFINITION
 * and each file what is found in it (findings.ts).
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { warm } from '../warm.ts';
import { agree, expectedIn, findingsIn } from './findings.ts';

const folder = join(import.meta.dirname, 'programs');

for (const name of readdirSync(folder)) {
  const cwd = join(folder, name);
  const texts = new Map(readdirSync(cwd).map((file) => [file, readFileSync(join(cwd, file), 'utf8')] as const));
  const sources = [...texts.keys()].filter((f) => /\.cuf?$/.test(f)).toSorted((a, b) => isMain(a) - isMain(b));
  const main = texts.get(sources.at(-1) ?? '') ?? '';
  const [, tools = '', wrong = '', right = ''] = /^\S+ check: (\S+); wrong: (\S+); right: (\S+)$/m.exec(main) ?? [];
  const run = (definition: string) =>
    warm(['run', '--check', tools, '-w', '-Mpreprocess', definition, ...sources], { cwd });

  test(`sanitizer: ${name}`, async () => {
    const expected = [...texts].flatMap(([file, text]) => expectedIn(text, file));
    const { stdout, stderr, code } = await run(wrong);
    const found = findingsIn(stdout);
    assert.ok(found.length > 0 && code !== 0, `nothing is found\n${stdout}${stderr}`);
    for (const e of expected)
      assert.ok(
        found.some((f) => agree(e, f)),
        `not found: ${JSON.stringify(e)}\n${stdout}`,
      );
    for (const f of found)
      assert.ok(
        expected.some((e) => agree(e, f)),
        `found: ${JSON.stringify(f)}\n${stdout}`,
      );
  });

  test(`sanitizer: ${name}, as it should be`, async () => {
    const { stdout, stderr, code } = await run(right);
    assert.match(stdout, /^========= (ERROR SUMMARY: 0 errors|RACECHECK SUMMARY: 0 hazards)/m);
    assert.equal(code, 0, `${stdout}${stderr}`);
  });
}

function isMain(file: string): number {
  return file.startsWith('main.') ? 1 : 0;
}
