/** Macros of a program change nothing in our headers: they are read with all of their names defined as something that no declaration could hold. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Diagnostic } from '../../src/base/diagnostic.ts';
import { disk } from '../../src/cli/disk.ts';
import { compileC } from '../../src/driver/compile-c.ts';
import { defaults } from '../../src/driver/options.ts';

const folder = join(import.meta.dirname, '../../src/library/c');
const headers = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

test('our headers and macros of the program', () => {
  const lines = headers.flatMap((header) => readFileSync(join(folder, header), 'utf8').split('\n'));
  const asked = new Set(lines.filter((l) => /^\s*#\s*(?:el)?if/.test(l)).flatMap((l) => l.match(/\w+/g) ?? []));
  const names = new Set(lines.flatMap((l) => l.match(/\b[A-Za-z]\w*/g) ?? []));
  const defines = [...names].filter((name) => !asked.has(name)).map((name) => `${name}=) 1 {`);
  assert.ok(defines.length > 3000);
  const included = headers.filter((header) => !isForC.test(header)).map((header) => `#include <${header}>\n`);
  assert.deepEqual(messages(included.join(''), defines), []);
});

/** Those with two underscores come with others. */
const isForC = /^(?:__|complex\.h$|ISO_Fortran_binding)/;

function messages(text: string, defines: readonly string[]): readonly string[] {
  const path = '/nowhere/program.cu';
  const files = { ...disk, read: (p: string) => (p === path ? { text } : disk.read(p)) };
  const found: Diagnostic[] = [];
  compileC(path, { ...defaults, inputs: [path], defines }, files, found);
  return found.map((d) => `${d.message} ${d.labels[0]?.at.source.path}`);
}
