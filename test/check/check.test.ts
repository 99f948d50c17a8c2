/**
 * Mistakes in programs: a comment `!ERROR: code` (or `!WARNING: code`, `!REMARK: code`) stands above the line that the message points at. The whole text of the messages
 * of NAME.cuf, with labels, notes and help, stands in messages/NAME.cuf.txt; ACCEPT=1 writes what came out there.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Diagnostic } from '../../src/base/diagnostic.ts';
import { renderDiagnostic } from '../../src/base/render.ts';
import { type Source, startOf } from '../../src/base/source.ts';
import { analyseFile } from '../../src/front/fortran/analyse/analyse-file.ts';
import { formOf, parseFile } from '../../src/front/fortran/parse/parse-file.ts';

const cases = join(import.meta.dirname, 'cases');
/** What those who begin with CUDA Fortran do wrong: each message has a remedy to paste. */
const beginners = join(import.meta.dirname, 'beginners');

/** `12 error unknown-name` for each message. */
function found(source: Source): Diagnostic[] {
  const cuda = /\.cuf$/i.test(source.path);
  const managed = source.text.startsWith('! managed');
  const parsed = parseFile(source, {
    form: formOf(source.path),
    cuda,
    preprocess: false,
    defines: [],
    undefines: [],
    includePaths: [],
    readFile: () => undefined,
  });
  const analysed = analyseFile(parsed.file, {
    cuda,
    managed,
    defaultInteger: 4,
    defaultReal: 4,
    modules: () => undefined,
    syntaxErrors: parsed.diagnostics.flatMap((d) => (d.severity === 'error' && d.labels[0] ? [d.labels[0].at] : [])),
  });
  return [...parsed.diagnostics, ...analysed.diagnostics];
}

function shown(d: Diagnostic): string {
  const at = d.labels[0]?.at;
  return `${at ? startOf(at).line : 0} ${d.severity} ${d.code}: ${d.message}`;
}

/** The comments; several in a row are about the same line. */
function expected(text: string): string[] {
  const wanted: string[] = [];
  let waiting: string[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    const mark = /^\s*!(ERROR|WARNING|REMARK): ([a-z-]+)$/.exec(line);
    if (mark) waiting.push(`${mark[1]!.toLowerCase()} ${mark[2]!}`);
    else {
      for (const w of waiting) wanted.push(`${i + 1} ${w}`);
      waiting = [];
    }
  }
  return wanted;
}

const texts = join(import.meta.dirname, 'messages');

/** Every message as the terminal shows it. */
function compareTexts(name: string, diagnostics: readonly Diagnostic[]): void {
  const file = join(texts, `${name}.txt`);
  const rendered = diagnostics.map((d) => renderDiagnostic(d, { color: false })).join('\n');
  const printed = rendered.replaceAll(import.meta.dirname, '');
  if (process.env.ACCEPT) {
    mkdirSync(texts, { recursive: true });
    writeFileSync(file, printed);
  }
  assert.equal(printed, existsSync(file) ? readFileSync(file, 'utf8') : '', 'accept: ACCEPT=1 node --test test/check');
}

const withoutText = (message: string) => message.slice(0, message.indexOf(':'));

for (const folder of [cases, beginners])
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    test(name, () => {
      const text = readFileSync(path, 'utf8');
      const diagnostics = found({ path, text });
      const messages = diagnostics.map(shown).filter((m) => !/remark/.test(m) || text.includes('!REMARK'));
      const told = messages.map(withoutText).sort();
      assert.deepEqual(told, expected(text).sort(), `\n${messages.join('\n')}`);
      compareTexts(name, diagnostics);
      const mute = diagnostics.filter((d) => folder === beginners && !d.help && !d.notes);
      assert.deepEqual(mute.map(shown), []);
    });
  }
