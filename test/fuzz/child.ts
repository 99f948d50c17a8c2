/** Compiles the mutations FROM to TO of the project's own programs, all the way to WebAssembly; says each number before it starts. */
import { readdirSync, readFileSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hasErrors } from '../../src/base/diagnostic.ts';
import { renderAll } from '../../src/base/render.ts';
import { defaults } from '../../src/driver/options.ts';
import { compileInputs, imageOf, linkInputs } from '../../src/driver/program.ts';
import { oneFile } from '../one-file.ts';
import { mutate } from './mutate.ts';

const root = resolve(import.meta.dirname, '../..');
const sources = ['examples', 'test/conformance', 'test/run/cases', 'bench/programs'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => /\.(cuf|f90|F90|CUF|f)$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(root, folder, name), 'utf8') })),
);
const texts = sources.map((s) => s.text);
const [from, to] = process.argv.slice(2).map(Number);
if (from === undefined || to === undefined) throw new Error('usage: child.ts FROM TO');

for (let seed = from; seed < to; seed++) {
  writeSync(1, `${seed}\n`);
  const source = sources[seed % sources.length]!;
  const text = mutate(source.text, seed, texts);
  try {
    compile(source.name, text);
  } catch (problem) {
    writeSync(
      2,
      `seed ${seed} (${source.name}): ${problem instanceof Error ? (problem.stack ?? problem.message) : String(problem)}\n`,
    );
    if (problem instanceof Error && problem.cause instanceof Error)
      writeSync(2, `  caused by ${problem.cause.stack}\n`);
    process.exitCode = 1;
  }
}

function compile(name: string, text: string): void {
  const files = oneFile(name, text);
  const inputs = compileInputs({ ...defaults, inputs: [name] }, files);
  renderAll(inputs.diagnostics);
  if (hasErrors(inputs.diagnostics)) return;
  const linked = linkInputs(inputs, files);
  if (!linked.program) return;
  const image = imageOf(linked.program, defaults);
  new WebAssembly.Module(image.host.bytes);
  new WebAssembly.Module(image.kernels.bytes);
}
