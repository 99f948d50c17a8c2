/**
 * The programs of this folder with each chunk width forced: the same output, bit for bit, as with the compiler's choice.
 *   node test/conformance/strips.ts [PROGRAM...]      (npm run test:strips: all of them)
 */
import { readdirSync } from 'node:fs';
import { chunkWidths } from '../../src/back/wasm/encode/artifact.ts';
import { warm } from '../warm.ts';

const folder = import.meta.dirname;

/** What differs, a line for each program and width. */
export async function chunkProblems(name: string): Promise<readonly string[]> {
  const run = (chunk: string) => warm(['run', name], { cwd: folder, env: { CUFORT_STRIP: chunk } });
  const chosen = await run('');
  const problems: string[] = [];
  for (const width of chunkWidths) {
    const forced = await run(String(width));
    const same =
      forced.stdout === chosen.stdout && forced.stderr === chosen.stderr && forced.code === 0 && chosen.code === 0;
    if (!same) problems.push(`CUFORT_STRIP=${width} node bin/cufort.js run test/conformance/${name}\n${forced.stderr}`);
  }
  return problems;
}

if (import.meta.main) {
  const named = process.argv.slice(2);
  const all = readdirSync(folder).filter((n) => /\.(cuf|CUF|f90|F90|f|F)$/.test(n));
  for (const name of named.length > 0 ? named : all)
    for (const problem of await chunkProblems(name)) {
      console.error(problem);
      process.exitCode = 1;
    }
}
