/** The launchers of MPI on this machine, and programs that they start. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Launcher = { readonly name: string; readonly words: readonly string[] };

const known: readonly (Launcher & { readonly says: RegExp })[] = [
  { name: 'mpirun', words: ['--allow-run-as-root', '--oversubscribe'], says: /Open MPI|OpenRTE/ },
  { name: 'mpirun.mpich', words: [], says: /HYDRA/i },
  { name: 'mpirun', words: [], says: /HYDRA/i },
];

export function launchersHere(): readonly Launcher[] {
  return known.filter(({ name, says }) => says.test(spawnSync(name, ['--version'], { encoding: 'utf8' }).stdout ?? ''));
}

/** What a run of several processes was. `status`: the launcher's; null where it had to be ended. */
export type Launched = {
  readonly status: number | null;
  /** What each process has printed, by its rank: what the launcher hands on may be joined or cut. */
  readonly printed: readonly string[];
  /** The same for standard error. */
  readonly errors: readonly string[];
  /** All there is, for a test that fails. */
  readonly told: string;
};

/** Words with which a case is built. */
export function buildWords(file: string): readonly string[] {
  return file === 'threads.f90' ? ['build', '-mp'] : ['build'];
}

/** Seconds after which a run counts as hanging, on a machine with much else to do. */
const patience = 900;
const starts = 3;

/** `words`: the program and what it takes. `options`: of the launcher. */
export function launch(
  launcher: Launcher,
  ranks: number,
  words: readonly string[],
  { env = {}, options = [] }: { readonly env?: Record<string, string>; readonly options?: readonly string[] } = {},
): Launched {
  let made = launchedOnce(launcher, ranks, words, env, options);
  // A launcher may fail to start its processes where much else goes on.
  for (let i = 1; i < starts && made.printed.length < ranks && made.status !== null; i++)
    made = launchedOnce(launcher, ranks, words, env, options);
  return made;
}

function launchedOnce(
  { name, words }: Launcher,
  ranks: number,
  program: readonly string[],
  env: Record<string, string>,
  options: readonly string[],
): Launched {
  const folder = mkdtempSync(join(tmpdir(), 'cufort-ranks-'));
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's
  const rank = '${OMPI_COMM_WORLD_RANK:-$PMI_RANK}';
  const shell = ['sh', '-c', `exec "$@" > ${folder}/out.${rank} 2> ${folder}/err.${rank}`, 'sh', ...program];
  const { status, stdout, stderr } = spawnSync(name, [...words, '-np', String(ranks), ...options, ...shell], {
    encoding: 'utf8',
    timeout: patience * 1000,
    env: { ...process.env, ...env },
  });
  const files = new Set(readdirSync(folder));
  const texts = (kind: string) =>
    Array.from({ length: ranks }, (_, i) => `${kind}.${i}`).flatMap((file) =>
      files.has(file) ? [readFileSync(join(folder, file), 'utf8')] : [],
    );
  const [printed, errors] = [texts('out'), texts('err')];
  rmSync(folder, { recursive: true, force: true });
  const told = `${name}, ${ranks} processes, status ${status}: ${stdout}${stderr}\n${printed.join('\n')}\n${errors.join('\n')}`;
  return { status, printed, errors, told };
}
