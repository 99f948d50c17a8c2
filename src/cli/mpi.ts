/** Which MPI a program runs on: the library of the launcher that has started it, or none. */
import { availableParallelism, cpus } from 'node:os';
import type { MpiCall } from '../runtime/bind/mpi.ts';
import { abiFor } from '../runtime/mpi/abi-bindings.ts';
import type { Loaded } from '../runtime/mpi/bindings.ts';
import { type FlavourName, flavours, mpichNumbers } from '../runtime/mpi/flavours.ts';
import { MpiCalls, type MpiProgram } from '../runtime/mpi/mpi-calls.ts';
import { MpiLibrary } from '../runtime/mpi/mpi-library.ts';
import { MpiMemory } from '../runtime/mpi/mpi-memory.ts';
import type { MpiPlaces } from '../runtime/mpi/places.ts';
import { type Koffi, koffiProblem, loadKoffi } from '../runtime/native/load-koffi.ts';
import { ProgramExit } from '../runtime/program-exit.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that a launcher gives its processes: how many there are in all and on this machine. `surely`: one that no other launcher sets. */
type Launcher = {
  readonly all: string;
  readonly here: string;
  readonly surely: string;
  readonly flavour: FlavourName;
};
const launchers: readonly Launcher[] = [
  {
    all: 'OMPI_COMM_WORLD_SIZE',
    here: 'OMPI_COMM_WORLD_LOCAL_SIZE',
    surely: 'OMPI_COMM_WORLD_SIZE',
    flavour: 'openmpi',
  },
  { all: 'PMI_SIZE', here: 'MPI_LOCALNRANKS', surely: 'MPI_LOCALNRANKS', flavour: 'mpich' },
  // srun --mpi=pmix and prun.
  { all: 'SLURM_STEP_NUM_TASKS', here: 'SLURM_STEP_TASKS_PER_NODE', surely: 'PMIX_NAMESPACE', flavour: 'openmpi' },
];

const slurm = { tasks: 'SLURM_STEP_NUM_TASKS', rank: 'SLURM_PROCID' };

export type Launched = { readonly flavour: FlavourName; readonly here: number; readonly reason: string };

/** Undefined where no launcher has started this process. CUFORT_MPI says what the launcher's variables do not: `openmpi`, `mpich`, `abi`, or `none`. */
export function launchedBy(environment: Environment): Launched | undefined {
  const asked = environment.CUFORT_MPI;
  if (asked === 'none') return undefined;
  const isSet = (name: string) => Number(environment[name]) > 0;
  const found =
    launchers.find(({ all, surely }) => isSet(all) && environment[surely] !== undefined) ??
    launchers.find(({ all }) => all.includes('PMI') && isSet(all));
  const named = isFlavour(asked) ? asked : undefined;
  const flavour = named ?? found?.flavour;
  if (!flavour) return undefined;
  const reason = named ? `CUFORT_MPI=${asked}` : `${found?.all}=${environment[found?.all ?? '']}`;
  return { flavour, here: Number.parseInt(environment[found?.here ?? ''] ?? '', 10) || 1, reason };
}

/** Why the processes that were started would not find each other. */
export function launchProblem(environment: Environment): string | undefined {
  const asked = environment.CUFORT_MPI;
  if (asked !== undefined && asked !== 'none' && !isFlavour(asked))
    return `CUFORT_MPI=${asked} is no MPI that cufort knows: openmpi, mpich, abi or none`;
  const launcher = launchers.find(({ surely }) => environment[surely] !== undefined && surely !== 'PMIX_NAMESPACE');
  if (isFlavour(asked) && asked !== 'abi' && launcher && launcher.flavour !== asked)
    return `CUFORT_MPI=${asked}, but the launcher of ${flavours[launcher.flavour].title} has started this process (${launcher.surely}=${environment[launcher.surely]}), and each would be alone: start it with the launcher of ${flavours[asked].title}, or leave CUFORT_MPI out`;
  const tasks = environment[slurm.tasks];
  const many = Number(tasks) > 1 && environment[slurm.rank] !== undefined;
  if (many && asked === undefined && !launchedBy(environment))
    return `srun has started ${tasks} processes that know nothing of each other: add --mpi=pmix or --mpi=pmi2 to srun, use mpirun, or set CUFORT_MPI=none where each is to be alone`;
  return undefined;
}

function isFlavour(name: string | undefined): name is FlavourName {
  return name !== undefined && name in flavours;
}

/** The routines of MPI for a program in its memory; undefined where it is the only process. */
export function mpiFor(
  places: MpiPlaces | undefined,
  environment: Environment,
  launched: Launched | undefined,
  koffiFrom: readonly string[],
  tell: (line: string) => void,
  hasForeignCode: boolean,
): ((program: MpiProgram) => (routine: string) => MpiCall) | undefined {
  if (!places) return undefined;
  const problem = launchProblem(environment);
  if (problem !== undefined)
    return () => {
      throw new ProgramExit(127, `mpi: ${problem}`);
    };
  const by = launched ?? (places.numbers === 'mpich' ? alone : undefined);
  if (!by) tell('mpi: one process, since no launcher has started this one');
  if (!by) return undefined;
  return ({ memory, ...rest }) => {
    const koffi = loadKoffi(koffiFrom);
    if (!koffi)
      throw new ProgramExit(
        127,
        `mpi: the package koffi, through which MPI libraries are called, cannot be loaded: ${koffiProblem(koffiFrom)}`,
      );
    const base = Number(koffi.address(new Uint8Array(memory.memory.buffer)));
    const own: MpiMemory = new MpiMemory(memory, base, () => library.takesDevice());
    const library = openLibrary(koffi, by, places.numbers, own, tell);
    // Functions in C that the library calls may call Fortran.
    if (hasForeignCode) library.expectCallbacks();
    const calls = new MpiCalls({ memory: own, library, places, ...rest });
    return (routine) => calls.bind(routine);
  };
}

/** A program with MPICH's numbers that nobody has launched. */
const alone: Launched = { flavour: 'mpich', here: 1, reason: 'it was built with -Mmpi=mpich' };

function openLibrary(
  koffi: Koffi,
  launched: Launched,
  numbers: MpiPlaces['numbers'],
  memory: MpiMemory,
  tell: (line: string) => void,
): MpiLibrary {
  const { flavour, reason } = launched;
  if (numbers === 'mpich' && flavour !== 'mpich')
    throw new ProgramExit(
      127,
      `mpi: this program was built for MPICH (-Mmpi=mpich, or linked with its library), and this process belongs to ${flavours[flavour].title} (${reason}): start it with MPICH's launcher, or build it without`,
    );
  const own = opened(koffi, flavour, `since ${reason}`, tell);
  if (own && flavour !== 'abi')
    return new MpiLibrary(koffi, own, numbers === 'mpich' ? mpichNumbers : flavours[flavour]);
  const title = flavours[flavour].title;
  const standard =
    own ??
    (numbers === 'mpich'
      ? undefined
      : opened(koffi, 'abi', `since ${reason}, and ${title} has no Fortran library here`, tell));
  if (standard) return new MpiLibrary(koffi, standard, flavours.abi, abiFor(koffi, standard, memory));
  throw new ProgramExit(
    127,
    `mpi: this process belongs to ${title} (${reason}), but its Fortran library is not found: ${flavours[flavour].files.join(' or ')}; LD_LIBRARY_PATH says where else to look`,
  );
}

function opened(koffi: Koffi, flavour: FlavourName, why: string, tell: (line: string) => void): Loaded | undefined {
  const { title, files, settings } = flavours[flavour];
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value;
  for (const file of files) {
    try {
      const loaded = koffi.load(file, { global: true });
      tell(`mpi: ${title} (${file}), ${why}`);
      return loaded;
    } catch {
      // The next name may be there.
    }
  }
  return undefined;
}

/** Processes of one machine share its cores, unless the launcher has bound them to some. */
export function threadsFor(launched: Launched | undefined): number {
  const cores = availableParallelism();
  const isBound = cores < cpus().length;
  return launched && !isBound ? Math.max(1, Math.floor(cores / launched.here)) : cores;
}
