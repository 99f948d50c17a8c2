/**
 * Sources and the IR they become: NAME.f90 or NAME.cuf beside NAME.ir. ACCEPT=1 writes what came out as the expected text.
 * Whatever is lowered must pass the verifier.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { analyseFile } from '../../src/front/fortran/analyse/analyse-file.ts';
import { lowerProgram } from '../../src/front/fortran/lower/lower-file.ts';
import { formOf, parseFile } from '../../src/front/fortran/parse/parse-file.ts';
import { printModule } from '../../src/ir/print.ts';
import { verifyModule } from '../../src/ir/verify.ts';

const folder = join(import.meta.dirname, 'cases');

function lower(name: string): ReturnType<typeof lowerProgram> {
  const cuda = name.endsWith('.cuf');
  const source = { path: name, text: readFileSync(join(folder, name), 'utf8') };
  const parsed = parseFile(source, {
    form: formOf(name),
    cuda,
    preprocess: false,
    defines: [],
    undefines: [],
    includePaths: [],
    readFile: () => undefined,
  });
  const analysed = analyseFile(parsed.file, {
    cuda,
    managed: false,
    defaultInteger: 4,
    defaultReal: 4,
    modules: () => undefined,
  });
  assert.deepEqual(
    [...parsed.diagnostics, ...analysed.diagnostics].filter((d) => d.severity === 'error').map((d) => d.message),
    [],
  );
  return lowerProgram(analysed.program, { cuda, name: 'case' });
}

for (const name of readdirSync(folder).filter((n) => !n.endsWith('.ir')))
  test(`lower ${name}`, () => {
    const { module, diagnostics } = lower(name);
    assert.deepEqual(
      diagnostics.map((d) => d.message),
      [],
    );
    assert.deepEqual(verifyModule(module), []);
    const got = printModule(module);
    const expectedPath = join(folder, name.replace(/\.\w+$/, '.ir'));
    if (process.env.ACCEPT) writeFileSync(expectedPath, got);
    const expected = existsSync(expectedPath) ? readFileSync(expectedPath, 'utf8') : '';
    assert.equal(got, expected, 'accept: ACCEPT=1 node --test test/lower');
  });
