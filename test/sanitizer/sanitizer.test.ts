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
import { cufort } from '../cufort.ts';

const folder = join(import.meta.dirname, 'cases');
type Found = { readonly line: number; readonly title: string; readonly text: string };

for (const name of readdirSync(folder).filter((n) => /\.cuf?$/.test(n))) {
  test(`sanitizer: ${name}`, async () => {
    const source = readFileSync(join(folder, name), 'utf8');
    const tools = /^(?:!|\/\/) check: (\S+)$/m.exec(source)?.[1] ?? '';
    const expected = [...source.matchAll(/^(?:!|\/\/) finds: (\d+) (.*)$/gm)].map(([, line = '', what = '']) =>
      wanted(line, what),
    );
    const ran = await cufort(['run', '--check', tools, '-w', name], { cwd: folder });
    const found = findings(ran.stdout);
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

function wanted(line: string, what: string): Found {
  const [, title = what, text = '-'] = /^(.*\bbytes|Subscript.*bounds): (.*)$/.exec(what) ?? [];
  return { line: Number(line), title, text };
}

function agree(expected: Found, found: Found): boolean {
  const { line, title, text } = expected;
  return line === found.line && found.title.startsWith(title) && (text === '-' || text === found.text);
}

/** Each report once, whichever threads it is of. */
function findings(output: string): Found[] {
  const reports = output.split(/^=========(?= \S)/m).slice(1);
  return reports.flatMap((report) => {
    const [title = '', ...rest] = report.split('\n').map((l) => l.replace(/^=========/, ''));
    const at = [title, ...rest].map((l) => /^ +.*? in \S+:(\d+)$/.exec(l)?.[1]).find((l) => l !== undefined);
    // What follows from a wrong access.
    if (at === undefined || /\(error 719\)/.test(title)) return [];
    const marks = rest.findIndex((l) => /^ +\| +\^+$/.test(l));
    const [line = '', under = ''] = [rest[marks - 1], rest[marks]];
    return [
      { line: Number(at), title: title.trim(), text: line.slice(under.indexOf('^'), under.lastIndexOf('^') + 1) },
    ];
  });
}
