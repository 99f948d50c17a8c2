/** Each code of the compiler has a page; the wrong example of a page has the message, the right one has not, and no error. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Diagnostic } from '../../src/base/diagnostic.ts';
import type { Files } from '../../src/driver/files.ts';
import { defaults } from '../../src/driver/options.ts';
import { compileInputs, linkInputs } from '../../src/driver/program.ts';
import { pages } from '../../src/front/fortran/errors/pages/all-pages.ts';
import { wholeSource } from '../../src/front/fortran/errors/pages/page.ts';
import { builtDisk } from '../built-disk.ts';

const root = join(import.meta.dirname, '../..');

/** As the error files write them. */
const written = /(?:\b(?:error|warning|remark)\(\s*|make\(\s*\w+,\s*|code: )'([a-z]+(?:-[a-z]+)*)'/g;

function codes(): string[] {
  const folder = 'src/front/fortran/errors';
  const files = readdirSync(join(root, folder)).filter((f) => f.endsWith('.ts'));
  const all = [
    ...files.map((f) => `${folder}/${f}`),
    'src/driver/messages.ts',
    'src/ir/link.ts',
    'src/ir/link-calls.ts',
  ];
  const found = all.flatMap((f) => [...readFileSync(join(root, f), 'utf8').matchAll(written)].map((m) => m[1] ?? ''));
  return [...new Set(found)].sort();
}

function messagesOf(text: string, suffix: string, openacc = false): readonly Diagnostic[] {
  const path = `example.${suffix}`;
  const files: Files = { ...builtDisk, read: (p) => (p === path ? { text: wholeSource(text) } : builtDisk.read(p)) };
  const inputs = compileInputs({ ...defaults, inputs: [path], offload: openacc ? ['openacc'] : [] }, files);
  if (inputs.diagnostics.some((d) => d.severity === 'error')) return inputs.diagnostics;
  return [...inputs.diagnostics, ...linkInputs(inputs, files).diagnostics];
}

const shown = (d: Diagnostic): string => `${d.severity}[${d.code}]: ${d.message}`;

test('each code has a page, and each page a code', () => {
  assert.deepEqual(Object.keys(pages).sort(), codes());
});

for (const [code, page] of Object.entries(pages))
  test(`page on ${code}`, () => {
    if (page.shown !== 'text') {
      const wrong = messagesOf(page.wrong, page.wrongIn ?? 'cuf', page.openacc);
      assert.ok(
        wrong.some((d) => d.code === code),
        `the wrong example has only:\n${wrong.map(shown).join('\n')}`,
      );
    }
    const right = messagesOf(page.right, page.rightIn ?? 'cuf', page.openacc);
    const errors = right.filter(
      (d) => d.code === code || (d.severity === 'error' && !/main-program|undefined-symbol/.test(d.code)),
    );
    assert.deepEqual(errors.map(shown), [], 'the right example');
  });
