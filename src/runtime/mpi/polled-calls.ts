/**
 * Calls of several threads at the same time (MPI_THREAD_MULTIPLE). One thread makes the calls of all: what would wait there begins as a nonblocking call, and is asked for
 * until it is complete, so that the others' calls go on meanwhile. Routines without a nonblocking form hold the others up.
 */
import { mpiRoutine, type Routine, slotsOf } from '../../library/mpi/routines.ts';
import type { MpiCall } from '../bind/mpi.ts';

type Flat = number | bigint;
/** True when what was begun is complete, and what the call gives is in place. */
export type Step = () => boolean;

/** The threads of a program that call MPI. */
export type MpiThreads = {
  /** Whether several run now. */
  readonly areMany: () => boolean;
  /** Asks until it is true; others' calls are made meanwhile. */
  readonly until: (step: Step) => void;
};

/** What the calls need of the program. Places are addresses of it. */
export type PolledHost = {
  readonly word: (place: number) => number;
  readonly setWord: (place: number, value: number) => void;
  readonly allocate: (bytes: number) => number;
  readonly free: (place: number) => void;
  /** The call of another routine, whose buffers lie where those of this one do. */
  readonly call: (routine: Routine) => MpiCall;
  /** An address that stands for no status. */
  readonly noStatus: number;
};

/** A routine as another one that does not wait; undefined where there is none. */
export function polledCall(routine: Routine, host: PolledHost): ((flats: readonly Flat[]) => Step) | undefined {
  const asking = askings.get(routine.name);
  if (asking) return asked(routine, asking, host);
  if (routine.name === 'mpi_sendrecv') return exchange(host);
  const later = mpiRoutine(`mpi_i${routine.name.slice(4)}`);
  return later && beginsSame(routine, later) ? begun(routine, later, host) : undefined;
}

/** Whether all processes must use the same form of a routine. */
export function isCollective({ name, args }: Routine): boolean {
  return args.some(({ kind }) => kind === 'comm') && !/send|recv|probe/.test(name);
}

/** The nonblocking form takes what the other one takes, and gives a request in the place of a status. */
function beginsSame({ name, args }: Routine, later: Routine): boolean {
  const given = args.filter(({ kind, way }) => kind !== 'status' && !(kind === 'comm' && way === 'out'));
  const wanted = later.args.filter(({ kind }) => kind !== 'request');
  return name !== 'mpi_comm_dup' && given.length === wanted.length && given.every((a, i) => a.name === wanted[i]?.name);
}

/** Cells of a call that is under way. */
const cell = { request: 0, flag: 8, error: 16 } as const;
const cellBytes = 24;

/** Routines that ask for what others wait for: which argument of theirs says that it is there. */
type Asking = { readonly name: string; readonly flag: number | undefined; readonly count?: string };
const askings: ReadonlyMap<string, Asking> = new Map(
  Object.entries({
    mpi_wait: { name: 'mpi_test', flag: 1 },
    mpi_waitall: { name: 'mpi_testall', flag: 2 },
    mpi_waitany: { name: 'mpi_testany', flag: 3 },
    mpi_waitsome: { name: 'mpi_testsome', flag: undefined, count: 'outcount' },
    mpi_probe: { name: 'mpi_iprobe', flag: 3 },
    mpi_mprobe: { name: 'mpi_improbe', flag: 3 },
  } satisfies Record<string, Asking>),
);

function asked(routine: Routine, { name, flag, count }: Asking, host: PolledHost): (flats: readonly Flat[]) => Step {
  const ask = host.call(routineNamed(name));
  const error = errorSlot(routine);
  const many = routine.args.findIndex((arg) => arg.name === count);
  return (flats) => {
    const cells = host.allocate(cellBytes);
    const words: Flat[] = flats.slice(0, error);
    const done = flag === undefined ? Number(flats[many]) : cells + cell.flag;
    if (flag !== undefined) words.splice(flag, 0, cells + cell.flag);
    words.push(cells + cell.error);
    return () => {
      host.setWord(done, 0);
      ask(...words);
      return isOver(host, cells, host.word(done) !== 0, Number(flats[error] ?? 0));
    };
  };
}

function begun(routine: Routine, later: Routine, host: PolledHost): (flats: readonly Flat[]) => Step {
  const begin = host.call(later);
  const test = host.call(routineNamed('mpi_test'));
  const status = slotsOf(routine)[routine.args.findIndex(({ kind }) => kind === 'status')];
  const error = errorSlot(routine);
  return (flats) => {
    const cells = host.allocate(cellBytes);
    const given = flats.slice(0, error).filter((_, i) => i !== status);
    begin(...given, cells + cell.request, cells + cell.error);
    const failed = host.word(cells + cell.error) !== 0;
    const told = status === undefined ? host.noStatus : (flats[status] ?? 0);
    return () => {
      if (!failed) {
        host.setWord(cells + cell.flag, 0);
        test(cells + cell.request, cells + cell.flag, told, cells + cell.error);
      }
      return isOver(host, cells, failed || host.word(cells + cell.flag) !== 0, Number(flats[error] ?? 0));
    };
  };
}

/** MPI_Sendrecv is a message each way. */
function exchange(host: PolledHost): (flats: readonly Flat[]) => Step {
  const send = begun(routineNamed('mpi_send'), routineNamed('mpi_isend'), host);
  const receive = begun(routineNamed('mpi_recv'), routineNamed('mpi_irecv'), host);
  return (flats) => {
    const [comm = 0, status = 0, error = 0] = flats.slice(10);
    const cells = host.allocate(cellBytes);
    const errors = [cells + cell.flag, cells + cell.error];
    const [of, to] = errors;
    const left = [receive([...flats.slice(5, 10), comm, status, of ?? 0]), send([...flats.slice(0, 5), comm, to ?? 0])];
    return () => {
      for (let i = left.length - 1; i >= 0; i--) if (left[i]?.()) left.splice(i, 1);
      if (left.length > 0) return false;
      const code = errors.map(host.word).find((word) => word !== 0) ?? 0;
      if (Number(error) !== 0) host.setWord(Number(error), code);
      host.free(cells);
      return true;
    };
  };
}

/** An error of the library ends the call too. `error`: where the program wants it; 0 where it does not. */
function isOver(host: PolledHost, cells: number, done: boolean, error: number): boolean {
  const code = host.word(cells + cell.error);
  if (!done && code === 0) return false;
  if (error !== 0) host.setWord(error, code);
  host.free(cells);
  return true;
}

function errorSlot(routine: Routine): number {
  return slotsOf(routine).at(-1) ?? 0;
}

function routineNamed(name: string): Routine {
  return mpiRoutine(name) ?? { name, args: [] };
}
