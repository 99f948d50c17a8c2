/**
 * Random programs of C++ print on the host what g++'s do. FUZZ_CXX_PROGRAMS=100 runs more seeds than the default, FUZZ_CXX_FROM is the first; each seed makes a program of every part. What g++ takes for a
 * mistake says nothing and is left out.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { execute } from '../cufort.ts';
import { warm } from '../warm.ts';
import { cxxProgram, parts } from './cxx-programs.ts';

const total = Number(process.env.FUZZ_CXX_PROGRAMS ?? 1);
const first = Number(process.env.FUZZ_CXX_FROM ?? 1);
const hasGxx = spawnSync('g++', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'cufort-cxx-programs-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const theirs = ['-std=c++17', '-w', '-fwrapv', '-ffp-contract=off'];

for (const part of Object.keys(parts) as (keyof typeof parts)[])
  for (let seed = first; seed < first + total; seed++)
    test(`programs of C++ with ${part} ${seed}`, { skip: !hasGxx }, async (t) => {
      const source = join(folder, `${part}-${seed}.cpp`);
      const program = join(folder, `${part}-${seed}`);
      writeFileSync(source, cxxProgram(seed, [part]));
      const made = await execute('g++', [...theirs, source, '-o', program], { seconds: 300 });
      if (made.code !== 0) return t.skip(made.stderr.split('\n').find((line) => line.includes('error')));
      const wanted = await execute(program, [], { seconds: 300 });
      const got = await warm(['run', source], { cwd: folder, seconds: 300 });
      assert.equal(got.stderr, '');
      // Where nothing decides between two overloads, g++ refuses the call: here the first is taken.
      const lines = wanted.stdout.split('\n');
      const isDecided = (_: string, i: number): boolean => part !== 'choices' || !lines[i]?.endsWith(' -1');
      assert.equal(got.stdout.split('\n').filter(isDecided).join('\n'), lines.filter(isDecided).join('\n'));
    });
