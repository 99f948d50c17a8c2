/** `mpi.h`, written from the tables of MPI: a function of C for each routine calls the one of Fortran, which asks the launcher's library where there are several processes. */
import { constants } from '../library/mpi/constants.ts';
import { type Argument, isText, mpiRoutine, type Routine, routineNames } from '../library/mpi/routines.ts';

export const mpiHeader = (): string => `${head}${constantLines()}${routineNames.flatMap(functionOf).join('')}${tail}`;

const head = `#pragma once
#include <string.h>
#define OMPI_MAJOR_VERSION 4
typedef int MPI_Comm, MPI_Datatype, MPI_Op, MPI_Request, MPI_Group, MPI_Info, MPI_Win, MPI_File, MPI_Errhandler, MPI_Message;
typedef int MPI_Fint;
typedef long MPI_Aint, MPI_Offset, MPI_Count;
typedef struct MPI_Status { int MPI_SOURCE, MPI_TAG, MPI_ERROR, __rest[3]; } MPI_Status;
typedef void MPI_User_function(void *, void *, int *, MPI_Datatype *);
#define MPI_STATUS_SIZE 6
#ifdef __cplusplus
extern "C" {
#endif
extern int __cufort_mpi_bottom[] __asm__("mpi.mpi_bottom"), __cufort_mpi_in_place[] __asm__("mpi.mpi_in_place");
extern MPI_Status __cufort_mpi_status[] __asm__("mpi.mpi_status_ignore"), __cufort_mpi_statuses[] __asm__("mpi.mpi_statuses_ignore");
extern int __cufort_mpi_unweighted[] __asm__("mpi.mpi_unweighted"), __cufort_mpi_no_weights[] __asm__("mpi.mpi_weights_empty");
double MPI_Wtime(void) __asm__("mpi.mpi_wtime");
double MPI_Wtick(void) __asm__("mpi.mpi_wtick");
#define MPI_BOTTOM ((void *)__cufort_mpi_bottom)
#define MPI_IN_PLACE ((void *)__cufort_mpi_in_place)
#define MPI_STATUS_IGNORE (__cufort_mpi_status)
#define MPI_STATUSES_IGNORE (__cufort_mpi_statuses)
#define MPI_UNWEIGHTED (__cufort_mpi_unweighted)
#define MPI_WEIGHTS_EMPTY (__cufort_mpi_no_weights)
#define MPI_Comm_f2c(x) ((MPI_Comm)(x))
#define MPI_Comm_c2f(x) ((MPI_Fint)(x))
#define MPI_Type_f2c(x) ((MPI_Datatype)(x))
#define MPI_Type_c2f(x) ((MPI_Fint)(x))
#define MPI_Op_f2c(x) ((MPI_Op)(x))
#define MPI_Op_c2f(x) ((MPI_Fint)(x))
#define MPI_Request_f2c(x) ((MPI_Request)(x))
#define MPI_Request_c2f(x) ((MPI_Fint)(x))
#define MPI_Group_f2c(x) ((MPI_Group)(x))
#define MPI_Group_c2f(x) ((MPI_Fint)(x))
#define MPI_Info_f2c(x) ((MPI_Info)(x))
#define MPI_Info_c2f(x) ((MPI_Fint)(x))
// Whether a buffer lies on the device.
static inline int __cufort_mpi_far(const void *p) {
  long facts[8] = {0};
  if (p == 0 || p == MPI_IN_PLACE || p == MPI_BOTTOM) return 0;
  return __cufort_runtime_cudaPointerGetAttributes(int, (void *)facts, (long)p, 2, 1L) == 0 && (int)facts[0] == 2;
}
// Text of Fortran has blanks behind it.
static inline void __cufort_mpi_text(char *s, int n) { while (n > 0 && s[n - 1] == ' ') n--; s[n] = 0; }
`;

const tail = `#ifdef __cplusplus
}
#endif
`;

/** Lengths of C have room for the zero byte behind the text. */
function constantLines(): string {
  return Object.entries(constants)
    .flatMap(([kind, rows]) =>
      Object.entries(rows).map(([name, [value]]) => {
        const number = kind === 'limit' && /STRING|NAME/.test(name) ? value + 1 : value;
        return `#define ${name} ${number < 0 ? `(${number})` : number}\n`;
      }),
    )
    .join('');
}

/** Kinds of arguments that C has otherwise: callbacks of attributes and errors, lists of texts. */
const leftOut: ReadonlySet<string> = new Set(['call', 'words', 'errcodes']);

/** `mpi_comm_rank` is MPI_Comm_rank. */
const cName = (name: string): string => `MPI_${name.charAt(4).toUpperCase()}${name.slice(5)}`;

function functionOf(name: string): readonly string[] {
  const routine = mpiRoutine(name);
  const own = routine && written[name];
  if (own !== undefined) return [own];
  if (!routine || routine.args.some((a) => leftOut.has(a.kind) && !(a.kind === 'call' && a.form === 'op'))) return [];
  const params = routine.args.map((a, i) => `${cType(a)}a${i}`).join(', ');
  const forms = formsOf(routine);
  const declared = forms.map((form) => declarationOf(routine, form)).join('');
  const values = routine.args.flatMap(passed);
  const calls = forms.map((form) => `__cufort_${name}${form}(${[...values, '&e'].join(', ')});`);
  return [
    `${declared}static inline int ${cName(name)}(${params === '' ? 'void' : params}) {\n  int e = 0;\n` +
      `${choice(routine, forms, calls)}${afterwards(routine)}  return e;\n}\n`,
  ];
}

/** One for buffers of the host, one for those of the device. */
function formsOf({ name, args }: Routine): readonly string[] {
  const buffers = args.filter((a) => a.kind === 'buffer').length;
  if (args.some((a) => a.kind === 'pointer')) return ['_p'];
  if (buffers === 0 || plain.has(name)) return [''];
  if (buffers === 1) return ['_h', '_d'];
  return buffers === 2 ? ['_hh', '_hd', '_dh', '_dd'] : ['_hhh', '_ddd'];
}

/** Routines with a buffer that are one for host and device. */
const plain: ReadonlySet<string> = new Set(['mpi_free_mem']);

function declarationOf({ name, args }: Routine, form: string): string {
  const params = args.flatMap((a) => (isText(a) ? ['const void *', 'long'] : ['const void *']));
  return `void __cufort_${name}${form}(${[...params, 'int *'].join(', ')}) __asm__("mpi.${name}${form}");\n`;
}

function choice({ args }: Routine, forms: readonly string[], calls: readonly string[]): string {
  const buffers = args.flatMap((a, i) => (a.kind === 'buffer' ? [`__cufort_mpi_far(a${i})`] : []));
  const [first = '', second = '', third = '', fourth = ''] = calls;
  if (forms.length === 1) return `  ${first}\n`;
  if (forms.length === 2) return `  if (${buffers.join(' || ')}) ${second}\n  else ${first}\n`;
  const [from, to] = buffers;
  return `  if (${from}) { if (${to}) ${fourth} else ${third} }\n  else if (${to}) ${second}\n  else ${first}\n`;
}

function cType({ kind, way, count }: Argument): string {
  const isPlace = way !== 'in' || count !== undefined;
  if (kind === 'buffer') return 'const void *';
  if (kind === 'pointer') return 'void *';
  if (kind === 'text') return way === 'in' ? 'const char *' : 'char *';
  if (kind === 'call') return 'MPI_User_function *';
  if (kind === 'status') return way === 'in' && count === undefined ? 'const MPI_Status *' : 'MPI_Status *';
  if (kind === 'weights') return way === 'in' ? 'const int *' : 'int *';
  const single = kind === 'aint' ? 'MPI_Aint ' : 'int ';
  return isPlace ? `${way === 'in' ? 'const ' : ''}${single}*` : single;
}

/** What the routine of Fortran gets: places, and for text its length. */
function passed(arg: Argument, i: number): readonly string[] {
  const { kind, way, count } = arg;
  if (isText(arg)) return way === 'in' ? [`a${i}`, `(long)strlen(a${i})`] : [`a${i}`, `${room[arg.name] ?? 255}L`];
  if (kind === 'call') return [`(const void *)a${i}`];
  const isPlace = way !== 'in' || count !== undefined || ['buffer', 'status', 'weights'].includes(kind);
  return [isPlace ? `a${i}` : `&a${i}`];
}

/** Room of texts that a routine gives, without the zero byte. */
const room: Readonly<Record<string, number>> = {
  string: 511,
  version: 8191,
  name: 255,
  type_name: 127,
  comm_name: 127,
  win_name: 127,
  datarep: 127,
  key: 254,
  port_name: 1023,
};

/** C counts from zero, and ends its texts. */
function afterwards({ name, args }: Routine): string {
  const lines = args.map((a, i) => {
    if (a.kind === 'text' && a.way !== 'in') return `  __cufort_mpi_text(a${i}, ${room[a.name] ?? 255});\n`;
    if (/^mpi_(?:wait|test)any$/.test(name) && a.name === 'index') return `  if (*a${i} > 0) --*a${i};\n`;
    if (/^mpi_(?:wait|test)some$/.test(name) && a.name === 'array_of_indices')
      return `  for (int i = 0; i < *a${i - 1}; i++) a${i}[i]--;\n`;
    return '';
  });
  return lines.join('');
}

/** Functions whose arguments are not those of the routine. */
const written: Readonly<Record<string, string>> = {
  mpi_init: `void __cufort_mpi_init(int *) __asm__("mpi.mpi_init");
static inline int MPI_Init(int *argc, char ***argv) { int e = 0; __cufort_mpi_init(&e); return e; }
`,
  mpi_init_thread: `void __cufort_mpi_init_thread(const void *, const void *, int *) __asm__("mpi.mpi_init_thread");
static inline int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) { int e = 0; __cufort_mpi_init_thread(&required, provided, &e); return e; }
`,
  mpi_info_get: `void __cufort_mpi_info_get(const void *, const void *, long, const void *, const void *, long, const void *, int *) __asm__("mpi.mpi_info_get");
static inline int MPI_Info_get(MPI_Info info, const char *key, int n, char *value, int *flag) {
  int e = 0;
  __cufort_mpi_info_get(&info, key, (long)strlen(key), &n, value, (long)n, flag, &e);
  if (*flag) __cufort_mpi_text(value, n);
  return e;
}
`,
  // What libraries know of themselves: the address of a number.
  mpi_comm_get_attr: `void __cufort_mpi_comm_get_attr(const void *, const void *, const void *, const void *, int *) __asm__("mpi.mpi_comm_get_attr");
static inline int MPI_Comm_get_attr(MPI_Comm comm, int key, void *to, int *flag) {
  static int kept[8];
  long value = 0;
  int e = 0;
  __cufort_mpi_comm_get_attr(&comm, &key, &value, flag, &e);
  if (*flag) { kept[key & 7] = (int)value; *(int **)to = &kept[key & 7]; }
  return e;
}
static inline int MPI_Attr_get(MPI_Comm comm, int key, void *to, int *flag) { return MPI_Comm_get_attr(comm, key, to, flag); }
`,
  mpi_attr_get: '',
};
