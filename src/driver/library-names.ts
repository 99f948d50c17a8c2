/** Names that programs call without a module, and where the library has them: functions of C, those that Fortran compilers bring along (nvfortran's lib3f), and MPI's. */

import { nowhere } from '../base/source.ts';
import type { Archive } from '../ir/archive.ts';
import { local, op } from '../ir/build.ts';
import type { Extern, Fn } from '../ir/module.ts';
import type { OperationName } from '../ir/operations.ts';
import type { ValueType } from '../ir/types.ts';
import { routineOfForm } from '../library/mpi/routines.ts';
import { type RuntimeCall, runtimeCalls, stackCalls } from '../library/runtime-calls.ts';

/** Functions of the C library. */
const cLibrary = new Set(
  [
    'malloc calloc realloc free memcpy memmove memset memcmp strlen strcmp strncmp strcpy strncpy strcat strchr',
    'atoi atol atoll atof strtol strtoll strtod toupper tolower isdigit isalpha isspace abs labs rand srand qsort',
    'cufort_wall_clock time clock sleep usleep system getenv puts putchar exit abort',
    'fopen freopen cufort_taken_error fclose fflush fputs fputc putc fgets fgetc getc fread fwrite fseek ftell rewind feof ferror remove rename perror',
    'cufort_printf cufort_fprintf cufort_sprintf cufort_snprintf',
    'chdir getcwd mkdir rmdir unlink access chmod link symlink getpid getuid getgid gethostname kill isatty tempnam',
    'strerror strrchr strdup',
  ].flatMap((names) => names.split(' ')),
);

/** Plain names that library files define: C's of NVIDIA's libraries, for programs with interfaces of their own, and the host's BLAS. */
const plainNames: readonly (readonly [names: RegExp, module: string])[] = [
  [/^(?:strftime|strptime|gmtime(?:_r)?|localtime(?:_r)?|timegm|mktime|difftime|asctime|ctime)$/, 'c_time'],
  [/^(?:opendir|readdir|rewinddir|closedir|dirfd|fchdir|cufort_status_of_file)$/, 'c_folders'],
  [/^(?:getopt(?:_long(?:_only)?)?|opt(?:arg|ind|err|opt))$/, 'c_getopt'],
  [/^cufort_ieee_.*/, 'cufort_ieee'],
  [/^memory\.(?:allocate|free|room)$/, 'cufort_memory'],
  [/^text\..*/, 'cufort_text'],
  [/^cuda[A-Z].*/, 'cuda_runtime_c'],
  [/^curand[A-Z].*/, 'curand_c'],
  [/^cufort_curand_.*/, 'curand_device_c'],
  [/^cusolverSp[A-Z].*/, 'cusolversp_c'],
  [/^nvtx[A-Z].*/, 'nvtx_c'],
  [/^omp_[a-z_]+$/, 'omp_plain'],
  [/^acc_[a-z_]+$/, 'acc_plain'],
  [/^(?:sc|cs)(?:nrm2|asum|scal|rot)$/, 'cufort_blas_c'],
  [/^(?:dz|zd)(?:nrm2|asum|scal|rot)$/, 'cufort_blas_z'],
  [/^s?dsdot$/, 'cufort_blas_d'],
  [/^i?([sdcz])[a-z]{2,5}2?k?$/, 'cufort_blas_$1'],
  [/^(?:lsame|xerbla)$/, 'cufort_blas'],
];

export function moduleOf(name: string): string {
  if (cLibrary.has(name)) return 'c_library';
  for (const [names, module] of plainNames) if (names.test(name)) return name.replace(names, module);
  return name.split('.')[0] ?? '';
}

/** C's mathematics: the operations of the IR, with an `f` behind the name for real(4). */
type MathRow = readonly [operation: OperationName, count: number];
const mathNames: ReadonlyMap<string, MathRow> = new Map<string, MathRow>([
  ...(
    [
      ...([
        'sqrt',
        'sin',
        'cos',
        'tan',
        'asin',
        'acos',
        'atan',
        'sinh',
        'cosh',
        'tanh',
        'asinh',
        'acosh',
        'atanh',
      ] as const),
      ...(['exp', 'exp2', 'expm1', 'log', 'log2', 'log10', 'log1p', 'cbrt', 'erf', 'erfc', 'lgamma'] as const),
      ...(['floor', 'ceil', 'trunc', 'j0', 'j1', 'y0', 'y1'] as const),
    ] as const
  ).map((n): [string, MathRow] => [n, [n, 1]]),
  ['fabs', ['abs', 1]],
  ['tgamma', ['gamma', 1]],
  ['rint', ['nearest', 1]],
  ['nearbyint', ['nearest', 1]],
  ...(['atan2', 'pow', 'hypot', 'fmod', 'copysign'] as const).map((n): [string, MathRow] => [n, [n, 2]]),
  ['fmax', ['max', 2]],
  ['fmin', ['min', 2]],
  ['fma', ['fma', 3]],
]);

function mathFunction(name: string): Fn | undefined {
  const wide = mathNames.get(name);
  const row = wide ?? (/[fl]$/.test(name) ? mathNames.get(name.slice(0, -1)) : undefined);
  if (!row) return undefined;
  const [operation, count] = row;
  // A long double is a double.
  const type = wide || name.endsWith('l') ? 'f64' : 'f32';
  const locals = Array.from({ length: count }, (_, i) => ({ name: `x${i}`, type }) as const);
  const value = op(
    operation,
    locals.map((_, i) => local(i, type)),
  );
  return {
    name,
    kind: 'host',
    params: count,
    results: [type],
    locals,
    slots: [],
    body: [{ kind: 'return', values: [value] }],
    at: nowhere,
  };
}

const rows: Readonly<Record<string, RuntimeCall | undefined>> = { ...runtimeCalls, ...stackCalls };

/** Routines of cufort_lib3f: those named lib_ and call_ there. */
const fortranLibrary = new Set(
  [
    'access chmod rename link symlnk stat lstat fstat kill getuid getgid ierrno mclock mclock8 umask fnum ftell fseek secnds dsecnds',
    'timef rtc lnblnk rindex signal ran drand getc fgetc putc fputc getlog gerror perror ttynam idate itime date time ctime ltime',
    'gmtime outstr iargc getpid etime dtime second hostnm getcwd system chdir unlink rand irand isatty flush sleep exit getarg',
    'getenv srand abort fdate',
  ].flatMap((names) => names.split(' ')),
);
const otherForms: Readonly<Record<string, readonly string[]>> = {
  chmod: ['lib_chmod_text'],
  idate: ['idate_list', 'idate_three'],
  fseek: ['fseek_status', 'fseek_plain'],
};

/** The forms of MPI's routines, by where their buffers lie. */
const mpiForms = ['', '_h', '_d', '_hh', '_dd', '_hd', '_dh', '_hhh', '_ddd', '_i', '_p'];

/** Functions of C that programs declare with wider arguments than they have. */
const wideForms: Readonly<Record<string, string>> = {
  cudaMemcpy: 'cudaMemcpy.wide',
  cudaMemcpyAsync: 'cudaMemcpyAsync.wide',
};

/** Where the library may have a routine that is called without a module. */
function symbolsOf(name: string): readonly string[] {
  const wide = wideForms[name];
  if (wide !== undefined) return [wide];
  const mpi = /^p?(mpi_\w+)$/.exec(name)?.[1];
  if (mpi !== undefined) return mpiForms.map((form) => `mpi.${mpi}${form}`);
  if (!fortranLibrary.has(name)) return [];
  return [`lib_${name}`, `call_${name}`, ...(otherForms[name] ?? [])].map((form) => `cufort_lib3f.${form}`);
}

/** Profiling libraries define MPI's routines, and call MPI's by their second names. */
function mpiRoutineOf(name: string): string | undefined {
  const [, routine] = /^mpi(?:_f08)?(?:_of_mpich)?\.(mpi_\w+)$/.exec(name) ?? [];
  return routine === undefined ? undefined : routineOfForm(routine);
}

function fortranRoutine(archive: Archive): NonNullable<Archive['overload']> {
  return (name, args, results) => {
    for (const symbol of symbolsOf(name)) {
      const fn = archive.function(symbol);
      if (fn && fits(fn, args, results)) return { name: symbol, absent: fn.params - args.length };
    }
    return undefined;
  };
}

/** Optional arguments at the end may be absent; a function may be called as a subroutine. */
function fits(fn: Fn, args: readonly ValueType[], results: readonly ValueType[]): boolean {
  const params = fn.locals.slice(0, fn.params).map((l) => l.type);
  if (args.length > params.length || args.some((type, i) => type !== params[i])) return false;
  if (results.length !== fn.results.length || results.some((type, i) => type !== fn.results[i])) return false;
  return params.slice(args.length).every((type) => type === 'ptr.host');
}

/** Functions of the runtime, which the library's Fortran names in `bind(c, name='…')`. */
export function withRuntimeCalls(archive: Archive): Archive {
  const extern = (name: string): Extern | undefined => {
    const row = rows[name];
    return row && { name, from: 'runtime', params: row.takes, results: row.gives };
  };
  return {
    function: (name) => mathFunction(name) ?? archive.function(name),
    global: (name) => archive.global(name),
    extern: (name) => archive.extern(name) ?? extern(name),
    overload: fortranRoutine(archive),
    standsFor: mpiRoutineOf,
  };
}
