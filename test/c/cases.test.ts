/**
 * Programs of C, C++ and CUDA, and what they print: NAME.cu (or .c, .cpp) beside NAME.out; files NAME.cuf and NAME.second.cpp belong to it. A last line `exit N` in the output is the status
 * where it is not 0, and NAME.in is what it reads. ACCEPT=1 writes what came out.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { warm } from '../warm.ts';

const folder = join(import.meta.dirname, 'cases');

for (const name of readdirSync(folder).filter((n) => /\.(cu|c|cpp)$/.test(n) && !/\.second\./.test(n)))
  test(`c ${name}`, async () => {
    const others = [name.replace(/\.\w+$/, '.cuf'), name.replace(/(\.\w+)$/, '.second$1')];
    const sources = [...others.filter((other) => existsSync(join(folder, other))), name];
    const given = join(folder, name.replace(/\.\w+$/, '.in'));
    const input = existsSync(given) ? readFileSync(given, 'utf8') : '';
    const { stdout, stderr, code } = await warm(['run', ...sources], { cwd: folder, input });
    const got = stdout + (stderr ? `--- stderr\n${stderr}` : '') + (code === 0 ? '' : `exit ${code}\n`);
    const expected = join(folder, name.replace(/\.\w+$/, '.out'));
    if (process.env.ACCEPT) writeFileSync(expected, got);
    assert.equal(got, readFileSync(expected, 'utf8'));
  });

/** Sources with mistakes, and what is said of them: NAME.cu beside NAME.out. */
const mistakes = join(import.meta.dirname, 'mistakes');
/** What stands before the paths of our own headers. */
const library = `${resolve(import.meta.dirname, '../../src/library')}/fortran/../`;

for (const name of readdirSync(mistakes).filter((n) => /\.(cu|c|cpp)$/.test(n)))
  test(`mistakes in ${name}`, async () => {
    const { stderr: told, code } = await warm(['check', name], { cwd: mistakes });
    const stderr = told.replaceAll(library, '');
    const expected = join(mistakes, name.replace(/\.\w+$/, '.out'));
    if (process.env.ACCEPT) writeFileSync(expected, stderr);
    assert.equal(stderr, readFileSync(expected, 'utf8'));
    assert.equal(code, 1);
  });
