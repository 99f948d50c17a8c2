/**
 * Programs with an error each, and what the sanitizer finds. First lines of a source say
 * (in C behind `//`)
 *   ! check: TOOLS              for --check
 *   ! finds: LINE TITLE: TEXT   a finding: its line, how its first line begins, and the designator that is underlined (`-`: whatever it is); none: a program without errors
 * All findings must be named, and all that are named must be found.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { warm } from '../warm.ts';
import { agree, expectedIn, findingsIn } from './findings.ts';

const folder = join(import.meta.dirname, 'cases');

for (const name of readdirSync(folder).filter((n) => /\.cuf?$/.test(n))) {
  test(`sanitizer: ${name}`, async () => {
    const source = readFileSync(join(folder, name), 'utf8');
    const tools = /^(?:!|\/\/) check: (\S+)$/m.exec(source)?.[1] ?? '';
    const expected = expectedIn(source, name);
    const ran = await warm(['run', '--check', tools, '-w', name], { cwd: folder });
    const found = findingsIn(ran.stdout);
    for (const e of expected)
      assert.ok(
        found.some((f) => agree(e, f)),
        `not found: ${e.line} ${e.title}\n${ran.stdout}`,
      );
    for (const f of found)
      assert.ok(
        expected.some((e) => agree(e, f)),
        `found: ${f.line} ${f.title}: ${f.text}\n${ran.stdout}`,
      );
    assert.match(ran.stdout, /^========= (ERROR|RACECHECK) SUMMARY: [\d,]+ (errors?$|hazard)/m);
    assert.equal(ran.code === 0, expected.length === 0, `exit status ${ran.code}\n${ran.stderr}`);
  });
}
