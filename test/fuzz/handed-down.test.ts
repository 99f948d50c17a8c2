/**
 * Random programs that hand arguments down through several procedures print what gfortran's print. Where gfortran's own program ends in a fault, ours must end well.
 * `FUZZ_DUMMIES=2000 node --test test/fuzz/handed-down.test.ts` runs more of them than the default; FUZZ_DUMMIES_FROM is the first seed.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { execute } from '../cufort.ts';
import { warm } from '../warm.ts';
import { programOf } from './handed-down.ts';

const total = Number(process.env.FUZZ_DUMMIES ?? 16);
const first = Number(process.env.FUZZ_DUMMIES_FROM ?? 1);
const together = 50;
const hasGfortran = spawnSync('gfortran', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'cufort-dummies-'));
after(() => rmSync(folder, { recursive: true, force: true }));

for (let from = first; from < first + total; from += together) {
  const seeds = Array.from({ length: Math.min(together, first + total - from) }, (_, i) => from + i);
  const name = `${seeds[0]} to ${seeds.at(-1)}`;
  test(`arguments handed down ${name}: gfortran`, { skip: !hasGfortran }, async (t) => {
    const source = join(folder, `${from}.f90`);
    writeFileSync(source, programOf(seeds, true));
    const ours = bySeed(await printed(source));
    const theirs = join(folder, `${from}`);
    const made = await execute('gfortran', ['-w', source, '-J', folder, '-o', theirs], { seconds: 300 });
    assert.equal(made.code, 0, made.stderr);
    for (const seed of seeds) {
      const run = await execute(theirs, [String(seed)]);
      if (run.code === 0) assert.equal(ours.get(seed), run.stdout, `seed ${seed}`);
      else t.diagnostic(`seed ${seed}: gfortran's program ends in a fault`);
    }
  });
  test(`arguments handed down ${name}: with what gfortran gets wrong`, async () => {
    const source = join(folder, `all-${from}.f90`);
    writeFileSync(source, programOf(seeds, false));
    assert.equal(bySeed(await printed(source)).size, seeds.length);
  });
}

async function printed(source: string): Promise<string> {
  const result = await warm(['run', source], { cwd: folder, seconds: 300 });
  assert.equal(result.stderr, '');
  assert.equal(result.code, 0);
  return result.stdout;
}

function bySeed(text: string): Map<number, string> {
  const parts = text.split(/^(?=seed \d+\n)/m);
  return new Map(parts.map((part) => [Number(/^seed (\d+)/.exec(part)?.[1]), part]));
}
