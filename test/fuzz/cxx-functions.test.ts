/**
 * Random functions of C++ give on the host what g++ makes of them, and as kernels what they give on the host. FUZZ_CXX=200 runs more programs than the default, of four functions each; FUZZ_CXX_FROM is
 * the first seed.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { execute } from '../cufort.ts';
import { warm } from '../warm.ts';
import { cxxFunctions } from './cxx-functions.ts';

const total = Number(process.env.FUZZ_CXX ?? 3);
const first = Number(process.env.FUZZ_CXX_FROM ?? 1);
const hasGxx = spawnSync('g++', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'cufort-cxx-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Signed numbers wrap around, and no product joins a sum: as it is on the host here. */
const theirs = ['-x', 'c++', '-std=c++17', '-w', '-O1', '-fwrapv', '-ffp-contract=off'];

for (let seed = first; seed < first + total; seed++)
  test(`functions of C++ ${seed}`, { skip: !hasGxx }, async () => {
    const source = join(folder, `${seed}.cu`);
    const program = join(folder, `${seed}`);
    writeFileSync(source, cxxFunctions(seed, 4));
    const made = await execute('g++', [...theirs, source, '-o', program], { seconds: 300 });
    assert.equal(made.code, 0, made.stderr);
    const wanted = await execute(program, [], { seconds: 300 });
    const got = await warm(['run', '-gpu=nofma', source], { cwd: folder, seconds: 300 });
    assert.equal(got.stderr, '');
    assert.equal(got.stdout, wanted.stdout);
  });
