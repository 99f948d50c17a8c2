/** Sources with words changed, left out and doubled are told as mistakes: never an internal error, and what still compiles is sound IR, and none takes long. MUTATED=1000 tries more, SEED=n others. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { disk } from '../../src/cli/disk.ts';
import { compileC } from '../../src/driver/compile-c.ts';
import { defaults } from '../../src/driver/options.ts';
import { verifyModule } from '../../src/ir/verify.ts';

const folder = join(import.meta.dirname, 'cases');
const sources = readdirSync(folder)
  .filter((name) => /\.(cu|c|cpp)$/.test(name))
  .map((name) => ({ name, words: readFileSync(join(folder, name), 'utf8').split(/(\W)/) }));

let seed = Number(process.env.SEED ?? 20261122);
function random(below: number): number {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return Math.floor((seed / 0x80000000) * below);
}

function mutated(words: readonly string[]): string {
  const made = [...words];
  for (let k = 0; k <= random(3); k++) {
    const at = random(made.length);
    const other = made[random(made.length)] ?? '';
    made.splice(at, random(2), ...(random(3) > 0 ? [other] : []));
  }
  return made.join('');
}

/** Milliseconds. */
const patience = 60_000;

test('mutated sources of C and CUDA', () => {
  for (let i = 0; i < Number(process.env.MUTATED ?? 40); i++) {
    const { name, words } = sources[random(sources.length)]!;
    const text = mutated(words);
    const path = `/nowhere/${name}`;
    const files = { ...disk, read: (p: string) => (p === path ? { text } : disk.read(p)) };
    const began = performance.now();
    const unit = compileC(path, { ...defaults, inputs: [path] }, files, []);
    assert.ok(performance.now() - began < patience, `it takes long:\n${text}`);
    assert.deepEqual(unit ? verifyModule(unit.module) : [], [], text);
  }
});
