/** In a program that uses MPI its routines ask the runtime first: where it is one of several processes, the machine's library does the work. */
import { i32, local, op } from '../ir/build.ts';
import type { Program } from '../ir/link.ts';
import type { Expression, Extern, Fn, Statement } from '../ir/module.ts';
import { routineOfForm } from '../library/mpi/routines.ts';
import { mpiAnswer, mpiPrefix, mpiTold } from '../runtime/bind/mpi.ts';
import { type MpiPlaces, sentinelNames } from '../runtime/mpi/places.ts';

const modules = ['mpi', 'mpi_f08'];

/** Modules whose constants are MPICH's, by the names of those whose are Open MPI's. */
export const modulesOfMpich: Readonly<Record<string, string>> = { mpi: 'mpi_of_mpich', mpi_f08: 'mpi_f08_of_mpich' };

const told: Extern = { name: mpiTold, from: 'runtime', params: [], results: [] };

/** Before any optimisation: what asks passes the arguments on as Fortran does, by address. */
export function withMpiRoutines(program: Program): Program {
  const asked = [...program.functions.values()].filter((fn) => isRoutine(fn));
  if (asked.length === 0) return program;
  const functions = new Map(program.functions);
  const externs = new Map(program.externs);
  externs.set(told.name, told);
  for (const fn of asked) {
    const own: Fn = { ...fn, name: `${fn.name}@own` };
    const params = fn.locals.slice(0, fn.params).map((l) => l.type);
    const extern: Extern = { name: mpiPrefix + fn.name, from: 'runtime', params, results: ['i32'] };
    externs.set(extern.name, extern);
    functions.set(own.name, own);
    functions.set(fn.name, asking(fn, own, extern));
  }
  return { ...program, functions, externs };
}

/** Functions (MPI_Wtime) are the same everywhere. */
function isRoutine({ name, kind, results }: Fn): boolean {
  const [module = '', routine = ''] = name.split('.');
  return kind === 'host' && results.length === 0 && modules.includes(module) && routineOfForm(routine) !== undefined;
}

function asking(fn: Fn, own: Fn, extern: Extern): Fn {
  const args = fn.locals.slice(0, fn.params).map((l, i) => local(i, l.type));
  const answer = fn.params;
  const when = (condition: Expression, then: readonly Statement[]): Statement => ({
    kind: 'if',
    condition,
    then: [...then],
    otherwise: [],
  });
  const is = (what: keyof typeof mpiAnswer) => op('eq', [local(answer, 'i32'), i32(mpiAnswer[what])]);
  const body: readonly Statement[] = [
    call(extern.name, args, [answer]),
    when(op('not', [is('done')]), [call(own.name, args, []), when(is('tell'), [call(told.name, [], [])])]),
  ];
  return { ...fn, locals: [...fn.locals.slice(0, fn.params), { name: 'answer', type: 'i32' }], slots: [], body };
}

function call(name: string, args: readonly Expression[], results: readonly number[]): Statement {
  return { kind: 'call', callee: { kind: 'direct', name }, args: [...args], results: [...results] };
}

/** Modules with MPICH's constants have an MPI_Init of their own. */
function hasMpichNumbers({ functions }: Program): boolean {
  return [...functions.keys()].some((name) => /^mpi(_f08)?_of_mpich\.mpi_init/.test(name));
}

/** Of a program that is linked with MPICH: whether its numbers are others. */
export function hasOtherHandles(program: Program): boolean {
  return !hasMpichNumbers(program) && [...program.functions.values()].some(isRoutine);
}

export const isMpich = (library: string): boolean => /^(mpich|mpichfort|mpifort)$/.test(library);

/** Undefined for a program without MPI. */
export function mpiPlaces(program: Program, addresses: ReadonlyMap<string, number>): MpiPlaces | undefined {
  if (![...program.externs.keys()].some((name) => name.startsWith(mpiPrefix))) return undefined;
  const sentinels = modules.flatMap((module) =>
    sentinelNames.flatMap((name) => {
      const address = addresses.get(`${module}.${name}`);
      return address === undefined ? [] : [[name, address] as const];
    }),
  );
  return { sentinels, numbers: hasMpichNumbers(program) ? 'mpich' : 'openmpi' };
}
