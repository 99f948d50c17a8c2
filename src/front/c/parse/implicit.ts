/** Functions of C's library that a program calls without a declaration, by their names or as `__builtin_NAME`: the compiler knows their types. */
import {
  char,
  double,
  type FunctionType,
  float,
  int,
  long,
  longDouble,
  pointerTo,
  qualified,
  type Type,
  ulong,
  voidType,
} from '../types.ts';

const text = pointerTo(qualified(char, true));
const memory = pointerTo(qualified(voidType, true));
const place = pointerTo(voidType);
const line = pointerTo(char);

type Row = readonly [names: string, result: Type, params: readonly Type[], variadic?: true];

const rows: readonly Row[] = [
  ['abort', voidType, []],
  ['exit', voidType, [int]],
  ['free', voidType, [place]],
  ['malloc', place, [ulong]],
  ['calloc', place, [ulong, ulong]],
  ['realloc', place, [place, ulong]],
  ['memcpy memmove', place, [place, memory, ulong]],
  ['memset', place, [place, int, ulong]],
  ['memcmp', int, [memory, memory, ulong]],
  ['strlen', ulong, [text]],
  ['strcmp', int, [text, text]],
  ['strncmp', int, [text, text, ulong]],
  ['strcpy strcat', line, [line, text]],
  ['strncpy', line, [line, text, ulong]],
  ['strchr strrchr', line, [text, int]],
  ['printf', int, [text], true],
  ['sprintf', int, [line, text], true],
  ['snprintf', int, [line, ulong, text], true],
  ['puts', int, [text]],
  ['putchar abs', int, [int]],
  ['labs', long, [long]],
  ['atoi', int, [text]],
  [
    'sqrt sin cos tan asin acos atan sinh cosh tanh exp exp2 log log2 log10 floor ceil trunc fabs cbrt',
    double,
    [double],
  ],
  ['sqrtf sinf cosf tanf expf logf floorf ceilf truncf fabsf', float, [float]],
  ['pow atan2 fmod hypot copysign fmax fmin', double, [double, double]],
  ['powf fmodf copysignf fmaxf fminf', float, [float, float]],
  ['sqrtl sinl cosl tanl expl logl floorl ceill truncl fabsl', longDouble, [longDouble]],
  ['powl fmodl copysignl fmaxl fminl', longDouble, [longDouble, longDouble]],
];

const known: ReadonlyMap<string, FunctionType> = new Map(
  rows.flatMap(([names, result, params, variadic]) =>
    names
      .split(' ')
      .map((name): [string, FunctionType] => [name, { kind: 'function', result, params, variadic: variadic === true }]),
  ),
);

export const typeOfLibrary = (name: string): FunctionType | undefined => known.get(name);

/** Functions that our headers hold the code of: a program that calls them without a declaration is read again with the header before it. */
const held: readonly (readonly [header: string, names: string])[] = [
  ['unistd.h', 'close read write lseek fsync sysconf access unlink usleep sleep getpid isatty'],
  ['fcntl.h', 'open creat'],
  ['sys/stat.h', 'stat fstat lstat'],
  ['sys/time.h', 'gettimeofday'],
  ['time.h', 'clock clock_gettime nanosleep difftime'],
  [
    'ctype.h',
    'isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper',
  ],
  ['string.h', 'strcasecmp strncasecmp strcspn strspn strpbrk strstr strtok strtok_r strncat memchr strnlen'],
  ['string.h', 'mempcpy memrchr memccpy stpcpy stpncpy strndup strsep strchrnul'],
  [
    '__complex.h',
    'creal cimag conj cabs carg crealf cimagf conjf cabsf creall cimagl conjl cabsl cexp csqrt clog cpow',
  ],
  ['math.h', 'finite finitef isnan isnanf isinf isinff'],
  ['strings.h', 'bzero bcopy bcmp index rindex ffs ffsl ffsll'],
  ['__jumps.h', 'setjmp longjmp'],
  [
    'stdlib.h',
    'strtol strtoul strtoll strtoull strtod qsort bsearch drand48 lrand48 mrand48 srand48 random srandom rand_r div ldiv llabs posix_memalign strtof system',
  ],
  [
    'stdio.h',
    'scanf fscanf sscanf getchar getline fdopen fileno setbuf setvbuf ungetc tmpnam perror popen pclose asprintf vasprintf',
  ],
];

const headers: ReadonlyMap<string, string> = new Map(
  held.flatMap(([header, names]) => names.split(' ').map((name): [string, string] => [name, header])),
);

export const headerOf = (name: string): string | undefined => headers.get(name);
