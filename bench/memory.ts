/**
 * What addresses of 64 bits cost: each kernel of the comparison with them over the same with 32 bits, two processes of one thread in turn, ratios of least times, since others use the
 * machine too.
 *   node bench/memory.ts             all
 *   node bench/memory.ts -- scan     those whose names hold the word
 */
import { join, resolve } from 'node:path';
import { cases } from './kernel-cases.ts';
import { ratioOfLeast, type Side, side, sources } from './kernels.ts';

const cufort = join(resolve(import.meta.dirname, '..'), 'bin/cufort.js');
const span = 0.002;
const samples = 60;

const names = process.argv.slice(2).filter((w) => w !== '--');
const narrow = program('32');
const wide = program('64');
const ratios: number[] = [];
for (const { name } of cases) {
  if (names.length > 0 && !names.some((n) => name.includes(n))) continue;
  const ratio = await ratioOfLeast(name, wide, narrow, span, samples);
  ratios.push(ratio);
  console.log(`${name.padEnd(28)} ${ratio.toFixed(2)}`);
}
narrow.end();
wide.end();
const mean = Math.exp(ratios.reduce((sum, r) => sum + Math.log(r), 0) / ratios.length);
console.log(`geometric mean ${mean.toFixed(3)}`);

function program(memory: string): Side {
  return side(process.execPath, [cufort, 'run', '--threads', '1', '--memory', memory, ...sources('cuf')], {});
}
