/** Which MPI a program runs on: the library of the launcher that has started it, or none. */
import { availableParallelism, cpus } from 'node:os';
import type { MpiCall } from '../runtime/bind/mpi.ts';
import { type Koffi, koffiProblem, loadKoffi } from '../runtime/cuda/load-koffi.ts';
import { type FlavourName, flavours } from '../runtime/mpi/flavours.ts';
import { MpiCalls, type MpiProgram } from '../runtime/mpi/mpi-calls.ts';
import { MpiLibrary } from '../runtime/mpi/mpi-library.ts';
import { MpiMemory } from '../runtime/mpi/mpi-memory.ts';
import type { MpiPlaces } from '../runtime/mpi/places.ts';
import { ProgramExit } from '../runtime/program-exit.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that a launcher gives its processes, how many there are in all and on this machine. */
const launchers: readonly { readonly all: string; readonly here: string; readonly flavour: FlavourName }[] = [
  { all: 'OMPI_COMM_WORLD_SIZE', here: 'OMPI_COMM_WORLD_LOCAL_SIZE', flavour: 'openmpi' },
  { all: 'PMI_SIZE', here: 'MPI_LOCALNRANKS', flavour: 'mpich' },
];

export type Launched = { readonly flavour: FlavourName; readonly here: number; readonly reason: string };

/** Undefined where no launcher has started this process. */
export function launchedBy(environment: Environment): Launched | undefined {
  for (const { all, here, flavour } of launchers) {
    const count = Number(environment[all]);
    if (!(count > 0)) continue;
    return { flavour, here: Number(environment[here]) || 1, reason: `${all}=${count}` };
  }
  return undefined;
}

/** The routines of MPI for a program in its memory; undefined where it is the only process. */
export function mpiFor(
  places: MpiPlaces | undefined,
  launched: Launched | undefined,
  koffiFrom: readonly string[],
): ((program: MpiProgram) => (routine: string) => MpiCall) | undefined {
  if (!places || !launched) return undefined;
  return ({ memory, ...rest }) => {
    const koffi = loadKoffi(koffiFrom);
    if (!koffi)
      throw new ProgramExit(
        127,
        `mpi: the package koffi, through which MPI libraries are called, cannot be loaded: ${koffiProblem(koffiFrom)}`,
      );
    const library = openLibrary(koffi, launched);
    const base = Number(koffi.address(new Uint8Array(memory.memory.buffer)));
    const calls = new MpiCalls({ memory: new MpiMemory(memory, base), library, places, ...rest });
    return (routine) => calls.bind(routine);
  };
}

function openLibrary(koffi: Koffi, { flavour, reason }: Launched): MpiLibrary {
  const { title, files, settings } = flavours[flavour];
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value;
  for (const file of files) {
    try {
      return new MpiLibrary(koffi, koffi.load(file, { global: true }), flavours[flavour]);
    } catch {
      // The next name may be there.
    }
  }
  throw new ProgramExit(
    127,
    `mpi: this process was started by ${title}'s mpirun (${reason}), but its Fortran library is not found: ${files.join(', ')}`,
  );
}

/** Processes of one machine share its cores, unless the launcher has bound them to some. */
export function threadsFor(launched: Launched | undefined): number {
  const cores = availableParallelism();
  const isBound = cores < cpus().length;
  return launched && !isBound ? Math.max(1, Math.floor(cores / launched.here)) : cores;
}
