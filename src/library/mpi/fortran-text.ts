/** The tables of MPI as the Fortran files that the modules include. `node scripts/mpi.ts` writes them. */
import { type ConstantKind, constants } from './constants.ts';

/** Kinds whose constants are handles: the macro of their type, and the type in mpi_f08. */
const handles: Readonly<Partial<Record<ConstantKind, readonly [macro: string, type: string]>>> = {
  comm: ['COMM_T', 'MPI_Comm'],
  group: ['GROUP_T', 'MPI_Group'],
  request: ['REQUEST_T', 'MPI_Request'],
  message: ['MESSAGE_T', 'MPI_Message'],
  file: ['FILE_T', 'MPI_File'],
  win: ['WIN_T', 'MPI_Win'],
  info: ['INFO_T', 'MPI_Info'],
  errhandler: ['ERRHANDLER_T', 'MPI_Errhandler'],
  op: ['OP_T', 'MPI_Op'],
  datatype: ['DATATYPE_T', 'MPI_Datatype'],
};

const wide: ReadonlySet<string> = new Set(['MPI_DISPLACEMENT_CURRENT']);

/** Files and their texts. */
export function fortranTexts(): ReadonlyMap<string, string> {
  return new Map([
    ['mpi-constants.cuf', constantsText()],
    ['mpi-sizes.cuf', sizesText()],
  ]);
}

const written = '! Written by scripts/mpi.ts from the tables of src/library/mpi';

function constantsText(): string {
  const lines = kinds().flatMap((kind) =>
    Object.entries(constants[kind]).map(([name, [ours]]) => `  ${declared(kind, name, ours)}`),
  );
  return [`${written}: the constants of MPI; HANDLE says how a handle is written`, ...lines, ''].join('\n');
}

function kinds(): readonly ConstantKind[] {
  return Object.keys(constants).filter((kind): kind is ConstantKind => kind in constants);
}

function declared(kind: ConstantKind, name: string, value: number): string {
  const handle = handles[kind];
  if (handle) return `${handle[0]}, parameter :: ${name} = HANDLE(${handle[1]}, ${value})`;
  return `integer${wide.has(name) ? '(8)' : ''}, parameter :: ${name} = ${value}`;
}

function sizesText(): string {
  const sizes: number[] = [];
  for (const [number, , bytes] of Object.values(constants.datatype)) sizes[number] = bytes;
  const known = Array.from(sizes, (bytes) => bytes ?? 0);
  const lines: string[] = [];
  for (let i = 0; i < known.length; i += 24) lines.push(`    ${known.slice(i, i + 24).join(', ')}`);
  return [
    `${written}: bytes of the datatypes that need no description, by number`,
    `  integer, parameter :: plain_sizes(0:${known.length - 1}) = [ &`,
    `${lines.join(', &\n')}]`,
    '',
  ].join('\n');
}
