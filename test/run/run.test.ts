/**
 * Programs and what they print. A case is NAME.cuf (or .f90, .CUF …) beside NAME.out; first lines of the source may say
 *   ! options: …       for the command line
 *   ! arguments: …     for the program
 *   ! environment: NAME=VALUE …
 *   ! exit: N          the exit status, 0 where not said
 *   ! input: text      standard input, \n for a new line
 *   ! device: sim      only for this device
 * Standard error follows standard output in the expected text where it is not empty, after a line `--- stderr`.
 * ACCEPT=1 writes what came out as the expected text.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { cufort } from '../cufort.ts';

const folder = join(import.meta.dirname, 'cases');

const device = process.env.CUFORT_DEVICE ?? 'sim';

for (const name of readdirSync(folder).filter((n) => /\.(cuf|CUF|f90|F90|f|F)$/.test(n))) {
  const source = readFileSync(join(folder, name), 'utf8');
  const words = (key: string) =>
    (new RegExp(`^[!cC] ?${key}: *(.*)$`, 'm').exec(source)?.[1] ?? '').split(' ').filter((w) => w !== '');
  const only = words('device')[0] ?? device;
  test(`run ${name}`, { skip: only !== device && `for device ${only}` }, async () => {
    const input = words('input').join(' ').replaceAll('\\n', '\n');
    const result = await cufort(['run', ...words('options'), name, '--', ...words('arguments')], {
      cwd: folder,
      input,
      env: Object.fromEntries(words('environment').map((w) => w.split('='))),
    });
    const got = result.stdout + (result.stderr ? `--- stderr\n${result.stderr}` : '');
    const expectedPath = join(folder, name.replace(/\.\w+$/, '.out'));
    if (process.env.ACCEPT) writeFileSync(expectedPath, got);
    const expected = existsSync(expectedPath) ? readFileSync(expectedPath, 'utf8') : '';
    assert.equal(got, expected, `rerun: node bin/cufort.js run ${name}; accept: ACCEPT=1 node --test test/run`);
    assert.equal(result.code, Number(words('exit')[0] ?? 0), 'exit status');
  });
}
