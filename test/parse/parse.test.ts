/**
 * trees: a source and the tree that it must give, without a message.
 * mistakes: above each line with a mistake stands a comment with the code of the one message about it:
 * `! error[missing-then]`.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { placeOf, startOf } from '../../src/base/source.ts';
import { showTree } from '../../src/front/fortran/parse/show-tree.ts';
import { parseCase } from './parse-case.ts';

const here = import.meta.dirname;
const rerun = 'node --test test/parse/parse.test.ts; accept with ACCEPT=1 before it';

function casesIn(folder: string): string[] {
  return readdirSync(join(here, folder)).filter((name) => !/\.(?:tree|inc|h)$/.test(name));
}

for (const name of casesIn('trees')) {
  test(`tree of ${name}`, () => {
    const path = join(here, 'trees', name);
    const { file, diagnostics } = parseCase(path);
    assert.deepEqual(
      diagnostics.map((d) => `${d.labels[0] ? placeOf(d.labels[0].at) : ''} ${d.message}`),
      [],
    );
    const made = showTree(file);
    const expected = `${path}.tree`;
    if (process.env.ACCEPT || !existsSync(expected)) writeFileSync(expected, made);
    assert.equal(made, readFileSync(expected, 'utf8'), rerun);
  });
}

for (const name of casesIn('mistakes')) {
  test(`mistakes in ${name}`, () => {
    const { diagnostics, source } = parseCase(join(here, 'mistakes', name));
    const found = diagnostics.map((d) => {
      const at = d.labels[0]?.at;
      return `${at?.source === source ? startOf(at).line : 0} ${d.severity}[${d.code}]`;
    });
    assert.deepEqual(found, markedIn(source.text), 'messages that are found, and marked in comments');
  });
}

/** What the comments announce for the next line that is none of them. */
function markedIn(text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, i) => {
    const marks = line.match(/(?:error|warning)\[[\w-]+\]/g);
    if (!marks || !/^\s*[!cC*]/.test(line)) return [];
    let next = i + 1;
    while (/^\s*[!cC*] *(?:error|warning)\[/.test(lines[next] ?? '')) next++;
    return marks.map((mark) => `${next + 1} ${mark}`);
  });
}
