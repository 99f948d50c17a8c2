/** The launchers of MPI on this machine, each with the options that tests need. */
import { spawnSync } from 'node:child_process';

export type Launcher = { readonly name: string; readonly words: readonly string[] };

const known: readonly (Launcher & { readonly says: RegExp })[] = [
  { name: 'mpirun', words: ['--allow-run-as-root', '--oversubscribe'], says: /Open MPI|OpenRTE/ },
  { name: 'mpirun.mpich', words: [], says: /HYDRA/i },
  { name: 'mpirun', words: [], says: /HYDRA/i },
];

/** How often a word stands in what all ranks have written: their launcher may join the lines of two ranks. */
export function occurrences(output: string, word: string): number {
  return output.split(word).length - 1;
}

export function launchersHere(): readonly Launcher[] {
  return known.filter(({ name, says }) => says.test(spawnSync(name, ['--version'], { encoding: 'utf8' }).stdout ?? ''));
}
