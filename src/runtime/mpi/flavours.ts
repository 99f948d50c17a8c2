/** The MPI libraries that programs can run on: how their Fortran bindings differ. */
import { abiConstants } from '../../library/mpi/abi-constants.ts';
import { type ConstantKind, type ConstantRow, constants } from '../../library/mpi/constants.ts';
import type { SentinelName } from './places.ts';

export type FlavourName = 'openmpi' | 'mpich' | 'abi';

export type Flavour = {
  readonly title: string;
  /** Variables of the environment that it finds, unless the user has set them. */
  readonly settings: Readonly<Record<string, string>>;
  /** Names of the library with the bindings. */
  readonly files: readonly string[];
  /** Where it keeps the variables that stand for something by their address: symbol and bytes from there, or the address itself. */
  readonly sentinels: Readonly<Record<SentinelName, readonly [symbol: string, offset: number] | number>>;
  /** The words of a status in our order; undefined where it is the same. */
  readonly status: readonly number[] | undefined;
  /** What its bindings give for an index that is undefined, where that is not MPI_UNDEFINED. */
  readonly noIndex?: number;
  /** Its number of a constant. */
  readonly constant: (row: ConstantRow) => number;
  /** The program's number of it. */
  readonly ofProgram: (row: ConstantRow) => number;
};

const ofOpenMpi = (row: ConstantRow): number => row[0];
const ofMpich = (row: ConstantRow): number => row[1];
const ofAbi = (row: ConstantRow): number => abiNumbers.get(row) ?? row[0];

const abiNumbers: ReadonlyMap<ConstantRow, number> = new Map(
  Object.values(constants).flatMap((rows) =>
    Object.entries<ConstantRow>(rows).flatMap(([name, row]) => {
      const number = abiConstants[name];
      return number === undefined ? [] : [[row, number] as const];
    }),
  ),
);

export const flavours: Readonly<Record<FlavourName, Flavour>> = {
  openmpi: {
    title: 'Open MPI',
    settings: {},
    files: ['libmpi_mpifh.so.40', 'libmpi_mpifh.so'],
    sentinels: {
      mpi_bottom: ['mpi_fortran_bottom_', 0],
      mpi_in_place: ['mpi_fortran_in_place_', 0],
      mpi_status_ignore: ['mpi_fortran_status_ignore_', 0],
      mpi_statuses_ignore: ['mpi_fortran_statuses_ignore_', 0],
      mpi_errcodes_ignore: ['mpi_fortran_errcodes_ignore_', 0],
      mpi_unweighted: ['mpi_fortran_unweighted_', 0],
      mpi_weights_empty: ['mpi_fortran_weights_empty_', 0],
      mpi_argv_null: ['mpi_fortran_argv_null_', 0],
      mpi_argvs_null: ['mpi_fortran_argvs_null_', 0],
    },
    status: undefined,
    constant: ofOpenMpi,
    ofProgram: ofOpenMpi,
  },
  // The ABI of MPICH, which Intel MPI, MVAPICH2 and Cray's MPI share.
  mpich: {
    title: 'MPICH',
    // UCX would take the signal by which compiled code learns of a bad address.
    settings: { UCX_HANDLE_ERRORS: 'none', UCX_ERROR_SIGNALS: '' },
    files: ['libmpichfort.so.12', 'libmpifort.so.12', 'libmpifort.so'],
    sentinels: {
      mpi_bottom: ['mpipriv1_', 0],
      mpi_in_place: ['mpipriv1_', 4],
      mpi_status_ignore: ['mpipriv1_', 8],
      mpi_statuses_ignore: ['mpipriv2_', 0],
      mpi_errcodes_ignore: ['mpipriv2_', 20],
      mpi_unweighted: ['mpifcmb5_', 0],
      mpi_weights_empty: ['mpifcmb9_', 0],
      mpi_argvs_null: ['mpiprivc_', 0],
      mpi_argv_null: ['mpiprivc_', 1],
    },
    // count_lo, count_hi_and_cancelled, source, tag, error
    status: [2, 3, 4, 0, 1],
    // They add 1 to whatever C gives.
    noIndex: constants.plain.MPI_UNDEFINED[1] + 1,
    constant: ofMpich,
    ofProgram: ofOpenMpi,
  },
  // The C interface of any library of MPI-5, through `abi-bindings.ts`: handles are numbers of ours there.
  abi: {
    title: "MPI's standard ABI",
    settings: { UCX_HANDLE_ERRORS: 'none', UCX_ERROR_SIGNALS: '' },
    files: ['libmpi_abi.so.1', 'libmpi_abi.so.0', 'libmpi_abi.so'],
    sentinels: {
      mpi_bottom: 0,
      mpi_in_place: 1,
      mpi_status_ignore: 0,
      mpi_statuses_ignore: 0,
      mpi_errcodes_ignore: 0,
      mpi_unweighted: 10,
      mpi_weights_empty: 11,
      mpi_argv_null: 0,
      mpi_argvs_null: 0,
    },
    status: [0, 1, 2, 3, 4, 5],
    constant: ofAbi,
    ofProgram: ofOpenMpi,
  },
};

/** For a program that has MPICH's numbers itself. */
export const mpichNumbers: Flavour = { ...flavours.mpich, ofProgram: ofMpich };

/** Values of a kind of constants, ours to the library's and back: others stay what they are. */
export type Translation = { readonly to: (ours: number) => number; readonly from: (theirs: number) => number };

/** Undefined where nothing changes. */
export function translationOf(kind: string, { constant, ofProgram }: Flavour): Translation | undefined {
  if (constant === ofProgram || kind === 'plain' || !isKind(kind)) return undefined;
  const to = new Map<number, number>();
  const from = new Map<number, number>();
  for (const row of Object.values<ConstantRow>(constants[kind])) {
    const [ours, theirs] = [ofProgram(row), constant(row)];
    if (!to.has(ours)) to.set(ours, theirs);
    if (!from.has(theirs)) from.set(theirs, ours);
  }
  if ([...to].every(([a, b]) => a === b)) return undefined;
  // Sums of constants, each a bit.
  if (kind === 'assertion' || kind === 'mode') return { to: bitwise(to), from: bitwise(from) };
  return { to: (ours) => to.get(ours) ?? ours, from: (theirs) => from.get(theirs) ?? theirs };
}

/** Kinds of constants that are handles. */
export const handleKinds: ReadonlySet<string> = new Set(
  'comm group request message file win info errhandler op datatype'.split(' '),
);

function bitwise(numbers: ReadonlyMap<number, number>): (sum: number) => number {
  return (sum) => [...numbers].reduce((made, [bit, other]) => ((sum & bit) === 0 ? made : made | other), 0);
}

function isKind(kind: string): kind is ConstantKind {
  return kind in constants;
}
