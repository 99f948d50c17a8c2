/** The launchers of MPI on this machine, each with the options that tests need. */
import { spawnSync } from 'node:child_process';

export type Launcher = { readonly name: string; readonly words: readonly string[] };

const known: readonly (Launcher & { readonly says: RegExp })[] = [
  { name: 'mpirun', words: ['--allow-run-as-root', '--oversubscribe'], says: /Open MPI|OpenRTE/ },
  { name: 'mpirun.mpich', words: [], says: /HYDRA/i },
  { name: 'mpirun', words: [], says: /HYDRA/i },
];

export function launchersHere(): readonly Launcher[] {
  return known.filter(({ name, says }) => says.test(spawnSync(name, ['--version'], { encoding: 'utf8' }).stdout ?? ''));
}
