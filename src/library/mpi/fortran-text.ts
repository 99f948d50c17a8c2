/** The tables of MPI as the Fortran files that the modules include. `node scripts/mpi.ts` writes them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ConstantKind, type ConstantRow, constants } from './constants.ts';
import { type Argument, keepsBuffers, mpiRoutine, type Routine, routineNames } from './routines.ts';

/** Kinds whose constants are handles: the macro of their type, and the type in mpi_f08. */
const handles: Readonly<Record<string, readonly [macro: string, type: string]>> = {
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

/** Forms of callbacks by the names that mpi_f08 gives them; older ones have none. */
const callbackForms: Readonly<Record<string, string>> = {
  op: 'MPI_User_function',
  copy: 'MPI_Comm_copy_attr_function',
  'copy-type': 'MPI_Type_copy_attr_function',
  'copy-win': 'MPI_Win_copy_attr_function',
  delete: 'MPI_Comm_delete_attr_function',
  'delete-type': 'MPI_Type_delete_attr_function',
  'delete-win': 'MPI_Win_delete_attr_function',
  'error-comm': 'MPI_Comm_errhandler_function',
  'error-win': 'MPI_Win_errhandler_function',
  'error-file': 'MPI_File_errhandler_function',
  'grequest-query': 'MPI_Grequest_query_function',
  'grequest-free': 'MPI_Grequest_free_function',
  'grequest-cancel': 'MPI_Grequest_cancel_function',
};

const wide: ReadonlySet<string> = new Set(['MPI_DISPLACEMENT_CURRENT']);
const written = '! Written by scripts/mpi.ts from the tables of src/library/mpi';

/** Files and their texts. `folder`: where the files of the modules are; what is written there by hand says which routines one process has. */
export function fortranTexts(folder: string): ReadonlyMap<string, string> {
  const own = routinesByHand(folder);
  const routines = routineNames.flatMap((name) => mpiRoutine(name) ?? []);
  const others = routines.filter(({ name }) => !own.has(name));
  return new Map([
    ['mpi-constants.cuf', constantsText()],
    ['mpi-constants-of-mpich.cuf', mpichText()],
    ['mpi-sizes.cuf', sizesText()],
    ['mpi-other-routines.cuf', othersText(others)],
    ['mpi-other-generics.cuf', genericsText(routines, new Set(others))],
    ['mpi-other-operators.cuf', operatorNamesText()],
    ['mpi-other-comparisons.cuf', comparisonsText()],
  ]);
}

function routinesByHand(folder: string): ReadonlySet<string> {
  const texts = readdirSync(folder)
    .filter((file) => !file.startsWith('mpi-other-'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  const names = texts.flatMap((text) => [...text.matchAll(/^(?: {2}subroutine|#define MOVE) (?:\w+\()?(mpi_\w+)/gm)]);
  return new Set(names.map(([, name = '']) => name));
}

function constantsText(): string {
  const lines = kinds().flatMap((kind) =>
    Object.entries(constants[kind]).map(([name, [ours]]) => `  ${declared(kind, name, ours)}`),
  );
  return [`${written}: the constants of MPI; HANDLE says how a handle is written`, ...lines, ''].join('\n');
}

/** The constants of a module whose name is MODULE as MPICH has them; MPI_Init is another one, by which the runtime knows it. */
function mpichText(): string {
  const other = kinds()
    .filter((kind) => kind !== 'limit')
    .flatMap((kind) =>
      Object.entries<ConstantRow>(constants[kind]).flatMap(([name, [ours, theirs]]) =>
        ours === theirs ? [] : [{ name, text: declared(kind, name, theirs) }],
      ),
    );
  const hidden = other.map(({ name }, i) => `own_${i} => ${name}`);
  const names = ['own_init', 'own_init_thread', ...other.map((_, i) => `own_${i}`)];
  return [
    `${written}: the constants of MODULE as MPICH has them`,
    wrapped(`  use MODULE, own_init => mpi_init, own_init_thread => mpi_init_thread, ${hidden.join(', ')}`),
    '  implicit none',
    wrapped(`  private :: ${names.join(', ')}`),
    ...other.map(({ text }) => `  ${text}`),
    '',
  ].join('\n');
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

/** Routines that a program of one process does not have. */
function othersText(routines: readonly Routine[]): string {
  const bodies = routines.flatMap((routine) => formsOf(routine).map((form) => bodyOf(routine, form)));
  return [`${written}: routines that the MPI of one process does not have`, ...bodies].join('\n');
}

const buffersOf = ({ args }: Routine) => args.filter(({ kind }) => kind === 'buffer');

/** Where the buffers lie, a letter for each: on the host or on the device. Of a pointer: whether it is an integer. */
function formsOf(routine: Routine): readonly string[] {
  if (routine.args.some(({ kind }) => kind === 'pointer')) return ['i', 'p'];
  return [[''], ['h', 'd'], ['hh', 'dd', 'hd', 'dh'], ['hhh', 'ddd']][buffersOf(routine).length] ?? [];
}

const formName = (name: string, form: string) => (form === '' ? name : `${name}_${form}`);

function bodyOf(routine: Routine, form: string): string {
  const buffers = buffersOf(routine);
  const names = [...routine.args.map(({ name }) => name), 'ierror'];
  const device = new Set(buffers.filter((_, i) => form[i] === 'd').map(({ name }) => name));
  return [
    wrapped(`  subroutine ${formName(routine.name, form)}(${names.join(', ')})`),
    ...(form === 'p' ? ['    use iso_c_binding, only: c_ptr'] : []),
    ...routine.args.map((arg) => `    ${declaration(arg, routine, device.has(arg.name), form)}`),
    ...(buffers.length > 0 ? [`    !dir$ ignore_tkr ${buffers.map(({ name }) => `(tkr) ${name}`).join(', ')}`] : []),
    '    integer, intent(out), optional :: ierror',
    `    call need_processes('${routine.name}')`,
    '  end subroutine',
    '',
  ].join('\n');
}

function declaration(arg: Argument, routine: Routine, device: boolean, form: string): string {
  const { name, kind, form: callback, way, count } = arg;
  if (kind === 'pointer') return `${form === 'p' ? 'type(c_ptr)' : 'integer(8)'}, intent(${way}) :: ${name}`;
  if (kind === 'buffer')
    return `real${device ? ', device' : ''}${keepsBuffers(routine) ? ', asynchronous' : ''} :: ${name}(*)`;
  if (kind === 'call')
    return `${callbackForms[callback] ? `CALLBACK(${callbackForms[callback]})` : 'external'} :: ${name}`;
  if (kind === 'status')
    return way === 'in' ? `STATUS_IN(${name})` : `${count === undefined ? 'STATUS' : 'STATUSES'}(${name})`;
  const many = count !== undefined || ['weights', 'errcodes', 'words'].includes(kind);
  return `${typeOf(kind)}, intent(${way}) :: ${name}${many ? '(*)' : ''}`;
}

function typeOf(kind: string): string {
  if (kind === 'aint') return 'integer(8)';
  if (kind === 'logical') return 'logical';
  if (kind === 'text' || kind === 'words') return 'character(*)';
  return handles[kind]?.[0] ?? 'integer';
}

/** Their generic names, and the second names of all, which begin with p. */
function genericsText(all: readonly Routine[], others: ReadonlySet<Routine>): string {
  const lines = all.flatMap((routine) => [
    ...(others.has(routine) && formsOf(routine).length > 1 ? generic(routine.name, routine) : []),
    ...generic(`p${routine.name}`, routine),
  ]);
  return [`${written}: generic names of routines`, ...lines, ''].join('\n');
}

function generic(name: string, routine: Routine): readonly string[] {
  const forms = formsOf(routine).map((form) => formName(routine.name, form));
  return [`  interface ${name}`, wrapped(`    module procedure ${forms.join(', ')}`), '  end interface'];
}

/** Lines of Fortran are 132 characters long at most. */
function wrapped(line: string): string {
  if (line.length <= 130) return line;
  const at = line.lastIndexOf(',', 120) + 1;
  return `${line.slice(0, at)} &\n${wrapped(`      ${line.slice(at).trimStart()}`)}`;
}

const operators = [
  ['==', 'same'],
  ['/=', 'other'],
] as const;

/** Handles that are types are compared by their numbers. */
function operatorNamesText(): string {
  const names = Object.keys(handles);
  const lines = operators.flatMap(([operator, word]) => [
    `  interface operator(${operator})`,
    wrapped(`    module procedure ${names.map((name) => `${word}_${name}`).join(', ')}`),
    '  end interface',
  ]);
  const own = operators.flatMap(([, word]) => names.map((name) => `${word}_${name}`));
  return [`${written}: comparisons of handles`, ...lines, wrapped(`  private :: ${own.join(', ')}`), ''].join('\n');
}

function comparisonsText(): string {
  const functions = Object.entries(handles).flatMap(([name, [, type]]) =>
    operators.map(([operator, word]) =>
      [
        `  elemental logical function ${word}_${name}(a, b)`,
        `    type(${type}), intent(in) :: a, b`,
        `    ${word}_${name} = a%MPI_VAL ${operator} b%MPI_VAL`,
        '  end function',
        '',
      ].join('\n'),
    ),
  );
  return [`${written}: comparisons of handles`, ...functions].join('\n');
}
