/** The command line as nvfortran's users write it. One table says what each option does; an option not known is named in a warning. */
import { stripWidths } from '../back/wasm/encode/artifact.ts';
import { defaults, type Offload, type Options, type Stage, stages, type WarningChoice } from '../driver/options.ts';
import { pages } from '../front/fortran/errors/pages/all-pages.ts';
import { devicesIn } from './device-choice.ts';
import { gpuWords, unknownCudaLibrary } from './gpu-words.ts';
import { proposal } from './proposal.ts';

export type Arguments = {
  readonly options: Options;
  /** What follows `--`: the program's own arguments. */
  readonly programArguments: readonly string[];
  readonly warnings: readonly string[];
  readonly errors: readonly string[];
};

/** `none`: `-c`. `joined`: `-O3`, `-Ipath`. `either`: `-I path` or `-Ipath`. `next`: `-o file`. */
type Row = {
  readonly value: 'none' | 'joined' | 'either' | 'next';
  readonly apply: (options: Options, value: string, warn: (text: string) => void) => Partial<Options> | Problem;
};
type Problem = { readonly problem: string };

const flag = (change: Partial<Options>): Row => ({ value: 'none', apply: () => change });
const ignored = (value: Row['value'] = 'none'): Row => ({ value, apply: () => ({}) });
const list = (key: 'includePaths' | 'defines' | 'undefines' | 'libraries' | 'libraryPaths'): Row => ({
  value: 'either',
  apply: (options, value) => ({ [key]: [...options[key], value] }),
});

const warn = (change: (before: WarningChoice, code: string) => Partial<WarningChoice>): Row => ({
  value: 'joined',
  apply: (options, code) => ({ warnings: { ...options.warnings, ...change(options.warnings, code) } }),
});

/** -cuda, -cuda=cc80,fastmath. */
const cudaOn: Row = {
  value: 'joined',
  apply: (options, value, told) => ({ cuda: true, gpu: gpuWords(options.gpu, value.replace(/^=/, ''), told) }),
};

const cudaLibraries: Row = {
  value: 'joined',
  apply(options, value, told) {
    const names = value.replace(/^=/, '').split(',');
    for (const name of names) {
      const problem = unknownCudaLibrary(name);
      if (problem) told(problem);
    }
    return { cudaLibraries: [...options.cudaLibraries, ...names] };
  },
};

/** An option whose effect cannot be had is told. */
const withoutEffect = (option: string, why: string): Row => ({
  value: 'joined',
  apply: (_, __, told) => {
    told(`${option} has no effect: ${why}`);
    return {};
  },
});

const exceptions: Readonly<Record<string, number>> = {
  none: 0,
  align: 0,
  inv: 1,
  divz: 2,
  ovf: 4,
  fp: 7,
  unf: 8,
  inexact: 16,
};

/** -Ktrap=fp, -Ktrap=divz,ovf: the bits of library/fortran/ieee. */
function trapped(words: string, told: (text: string) => void): number {
  return words.split(',').reduce((all, word) => {
    const bits = exceptions[word];
    if (bits === undefined)
      told(`-Ktrap=${word}: ${word === 'denorm' ? 'small numbers cannot be trapped' : 'no such exception'}`);
    return all | (bits ?? 0);
  }, 0);
}

/** Where a device is meant, or nothing is said of it. */
function offloading(kind: Offload): Row {
  return {
    value: 'joined',
    apply: (options, value) => (/host|multicore/.test(value) ? {} : { offload: [...options.offload, kind] }),
  };
}

/** Of words for the linker: `-rpath,FOLDER`, `-rpath=FOLDER`. */
function runPathsIn(words: string): readonly string[] {
  return [...words.matchAll(/(?:^|,)--?(?:rpath|R)[=,]([^,]+)/g)].flatMap(([, folders = '']) => folders.split(':'));
}

/** -Werror, -Werror=code. */
function asErrors(before: WarningChoice, value: string): WarningChoice {
  const code = value.replace(/^=/, '');
  if (code === '' || before.errors === 'all') return { ...before, errors: 'all' };
  return { ...before, errors: [...before.errors, code] };
}

/** Longest spelling first where one begins another. */
const rows: Readonly<Record<string, Row>> = {
  '--show': {
    value: 'next',
    apply: (_, value) => (isStage(value) ? { show: value } : { problem: `--show takes one of ${stages.join(', ')}` }),
  },
  '--device': {
    value: 'next',
    apply: (_, value) =>
      devicesIn(value) ? { device: value } : { problem: `--device takes sim, cuda or sim,cuda, not '${value}'` },
  },
  '--model': { value: 'next', apply: (_, value) => ({ model: value }) },
  '--devices': { value: 'next', apply: (_, value) => count('--devices', value, (devices) => ({ devices })) },
  '--threads': { value: 'next', apply: (_, value) => count('--threads', value, (threads) => ({ threads })) },
  '--memory': {
    value: 'next',
    apply: (_, value) =>
      value === '32' || value === '64'
        ? { memory: value === '64' ? 64 : 32 }
        : { problem: `--memory takes 32 or 64, not '${value}'` },
  },
  '--standalone': flag({ standalone: true }),
  '-o': { value: 'next', apply: (_, value) => ({ output: value }) },
  '-c': flag({ compileOnly: true }),
  '-E': flag({ show: 'source' }),
  '-I': list('includePaths'),
  '-D': list('defines'),
  '-U': list('undefines'),
  '-L': list('libraryPaths'),
  '-l': list('libraries'),
  '-module': { value: 'next', apply: (_, value) => ({ modulePath: value }) },
  '-J': { value: 'either', apply: (_, value) => ({ modulePath: value }) },
  '-O': { value: 'joined', apply: (_, value) => ({ optimise: level(value) }) },
  '-fast': flag({ optimise: 2, reassociate: true }),
  '-fastsse': flag({ optimise: 2, reassociate: true }),
  '-g': flag({ debug: true }),
  '-gopt': flag({ debug: true }),
  '-v': flag({ verbose: true }),
  '-w': warn(() => ({ shown: false })),
  '-silent': warn(() => ({ shown: false })),
  '-Werror': { value: 'joined', apply: (options, value) => ({ warnings: asErrors(options.warnings, value) }) },
  '-Wno-': warn((before, code) => ({ off: [...before.off, code] })),
  '-W': warn((before, code) => ({ on: [...before.on, code], off: before.off.filter((c) => c !== code) })),
  '-cuda': cudaOn,
  '-nocuda': flag({ cuda: false }),
  '-Mcuda': cudaOn,
  '-gpu=': {
    value: 'joined',
    apply: (options, value, told) => ({ gpu: gpuWords(options.gpu, value, told) }),
  },
  '-ta=': {
    value: 'joined',
    apply: (options, value, told) => {
      return { offload: [...options.offload, 'openacc'], gpu: gpuWords(options.gpu, value.replace(/^\w+:/, ''), told) };
    },
  },
  '-acc': offloading('openacc'),
  '-stdpar': offloading('stdpar'),
  '-cudalib': cudaLibraries,
  '-Mcudalib': cudaLibraries,
  '-Mpreprocess': flag({ preprocess: true }),
  '-cpp': flag({ preprocess: true }),
  '-Mnopreprocess': flag({ preprocess: false }),
  '-Mfree': flag({ form: 'free' }),
  '-Mfreeform': flag({ form: 'free' }),
  '-Mfixed': flag({ form: 'fixed' }),
  '-Mnofree': flag({ form: 'fixed' }),
  '-Mnofreeform': flag({ form: 'fixed' }),
  '-Mextend': flag({ extend: true }),
  '-Mdlines': flag({ debugLines: true }),
  '-fd-lines-as-code': flag({ debugLines: true }),
  '-ffixed-line-length-132': flag({ extend: true }),
  '-ffixed-line-length-none': flag({ extend: true }),
  '-Mbounds': flag({ bounds: true }),
  '-C': flag({ bounds: true }),
  '-Mnobounds': flag({ bounds: false }),
  '-fcheck=': {
    value: 'joined',
    apply: (options, value) => ({ bounds: options.bounds || /(?:^|,)(?:bounds|all)(?:,|$)/.test(value) }),
  },
  '-Minfo': {
    value: 'joined',
    apply: (options) => ({ information: true, warnings: { ...options.warnings, remarks: true } }),
  },
  '-Mneginfo': ignored('joined'),
  '-Minform': {
    value: 'joined',
    apply: (options, value) => (/severe|fatal/.test(value) ? { warnings: { ...options.warnings, shown: false } } : {}),
  },
  '-mp': {
    value: 'joined',
    apply: (options, value) => ({
      openmp: true,
      offload: value.includes('gpu') ? [...options.offload, 'openmp'] : options.offload,
    }),
  },
  '-fopenmp': flag({ openmp: true }),
  '-nomp': flag({ openmp: false }),
  '-Mbackslash': flag({ escapes: 'none' }),
  '-Mnobackslash': flag({ escapes: 'c' }),
  '-fbackslash': flag({ escapes: 'gnu' }),
  '-fno-backslash': flag({ escapes: 'none' }),
  '-i8': flag({ defaultInteger: 8 }),
  '-i2': flag({ defaultInteger: 2 }),
  '-i4': flag({ defaultInteger: 4 }),
  '-r8': flag({ defaultReal: 8 }),
  '-r4': flag({ defaultReal: 4 }),
  '-Mi4': flag({ defaultInteger: 4 }),
  '-Mi8': flag({ defaultInteger: 8 }),
  '-Mr8': flag({ defaultReal: 8 }),
  '-Mstandard': withoutEffect('-Mstandard', 'what the standard does not have is not told'),
  '-Minline': ignored('joined'),
  '-Munroll': ignored('joined'),
  '-Mvect': { value: 'joined', apply: () => ({ reassociate: true }) },
  '-Mnovect': flag({ reassociate: false }),
  '-Mipa': ignored('joined'),
  '-Mconcur': ignored('joined'),
  '-Mallocatable=95': flag({ reallocates: false }),
  '-Mallocatable=03': flag({ reallocates: true }),
  '-Mchkptr': flag({ pointers: true }),
  '-Mnochkptr': flag({ pointers: false }),
  '-Mchkstk': ignored(),
  '-Msave': flag({ saved: true }),
  '-Mnosave': flag({ saved: false }),
  '-Mdclchk': flag({ declared: true }),
  '-Mnodclchk': flag({ declared: false }),
  '-byteswapio': flag({ swapBytes: true }),
  '-Mbyteswapio': flag({ swapBytes: true }),
  '-Ktrap=': {
    value: 'joined',
    apply: (_, value, told) => ({ trap: trapped(value, told) }),
  },
  '-Mlarge_arrays': ignored(),
  '-Mrecursive': ignored(),
  '-Minstrument': { value: 'joined', apply: () => ({ instrument: true }) },
  '-traceback': ignored(),
  '-tp': ignored('joined'),
  '-Kieee': flag({ reassociate: false }),
  '-mcmodel=small': ignored(),
  '-mcmodel=medium': flag({ memory: 64 }),
  '-mcmodel=large': flag({ memory: 64 }),
  '-mcmodel': ignored('joined'),
  '-fPIC': ignored(),
  '-m64': ignored(),
  '-Wall': warn(() => ({ remarks: true })),
  '-Wextra': warn(() => ({ remarks: true })),
  '-Bstatic': ignored('joined'),
  '-Bdynamic': ignored(),
  '-rdynamic': ignored(),
  '-Wl,': {
    value: 'joined',
    apply: (options, value) => ({ runPaths: [...options.runPaths, ...runPathsIn(value)] }),
  },
  '-rpath': { value: 'next', apply: (options, value) => ({ runPaths: [...options.runPaths, value] }) },
  '-ccbin': ignored('next'),
  '-pthread': ignored(),
  '-s': ignored(),
  '-static-nvidia': ignored(),
  '-c++libs': ignored(),
  '-pgf90libs': ignored(),
  '-pgc++libs': ignored(),
  '-Kpic': ignored(),
  '-KPIC': ignored(),
  '-Knoieee': ignored(),
  '-Mlist': ignored(),
  '-Mkeepasm': ignored(),
  '-Miomutex': ignored(),
  '-Mfprelaxed': ignored('joined'),
  '-Mflushz': ignored(),
  '-Mnoflushz': ignored(),
  '-Mdaz': ignored(),
  '-Mnodaz': ignored(),
  '-Mfma': ignored(),
  '-Mnofma': ignored(),
  '-Mcache_align': ignored(),
  '-Mpre': ignored(),
  '-Mpre=': ignored('joined'),
  '-Mnopre': ignored(),
  '-Mlre': ignored(),
  '-Mlre=': ignored('joined'),
  '-Mnolre': ignored(),
  '-Mautoinline': ignored('joined'),
  '-Mnoautoinline': ignored(),
  '-Mnoinline': ignored(),
  '-Mnounroll': ignored(),
  '-Mnoopenmp': flag({ openmp: false }),
  '-Mllvm-fast': ignored(),
  '-Mmpi=': ignored('joined'),
  '-Mnorecursive': ignored(),
  '-march=': ignored('joined'),
  '-mtune=': ignored('joined'),
  '-pg': ignored(),
};

const spellings = Object.keys(rows).sort((a, b) => b.length - a.length);

export function readArguments(words: readonly string[]): Arguments {
  const errors: string[] = [];
  const warnings: string[] = [];
  let options: Options = {
    ...defaults,
    strip: stripWidth(process.env.CUFORT_STRIP, errors),
    memory: memoryBits(process.env.CUFORT_MEMORY, errors),
    watchLoops: Number(process.env.CUFORT_KERNEL_TIMEOUT ?? 0) > 0,
  };
  const split = words.indexOf('--');
  const own = split < 0 ? words : words.slice(0, split);
  for (let i = 0; i < own.length; i++) {
    const word = own[i]!;
    if (!word.startsWith('-') || word === '-') {
      options = { ...options, inputs: [...options.inputs, word] };
      continue;
    }
    const found = find(word);
    if (!found) {
      warnings.push(unknownOption(word));
      continue;
    }
    const { row, spelling, joined } = found;
    const needsNext = row.value === 'next' || (row.value === 'either' && joined === '');
    const value = needsNext ? joined.replace(/^=/, '') || own[++i] : joined;
    if (value === undefined) {
      errors.push(`option ${spelling} needs a value`);
      continue;
    }
    const change = row.apply(options, value, (text) => warnings.push(text));
    if ('problem' in change) errors.push(change.problem);
    else options = { ...options, ...change };
  }
  warnings.push(...unknownCodes(options.warnings));
  return { options, programArguments: split < 0 ? [] : words.slice(split + 1), warnings, errors };
}

function unknownOption(word: string): string {
  return `option ${word} is not known and has no effect${proposal(word, spellings, (meant) => meant)}`;
}

function memoryBits(text: string | undefined, errors: string[]): Options['memory'] {
  if (!text) return undefined;
  if (text !== '32' && text !== '64') errors.push(`CUFORT_MEMORY takes 32 or 64, not '${text}'`);
  return text === '64' ? 64 : 32;
}

function stripWidth(text: string | undefined, errors: string[]): Options['strip'] {
  const width = stripWidths.find((w) => String(w) === text);
  if (text && width === undefined) errors.push(`CUFORT_STRIP takes one of ${stripWidths.join(', ')}, not '${text}'`);
  return width;
}

/** Codes of -W…, -Wno-… and -Werror=… that no message has. */
function unknownCodes(choice: WarningChoice): string[] {
  const named = [...choice.on, ...choice.off, ...(choice.errors === 'all' ? [] : choice.errors)];
  return named.filter((code) => !(code in pages)).map((code) => `there is no message ${code} to choose`);
}

function find(word: string): { row: Row; spelling: string; joined: string } | undefined {
  for (const spelling of spellings) {
    const row = rows[spelling]!;
    if (word === spelling) return { row, spelling, joined: '' };
    const joinable =
      row.value === 'joined' || row.value === 'either' || (row.value === 'next' && word.startsWith(`${spelling}=`));
    if (joinable && word.startsWith(spelling)) return { row, spelling, joined: word.slice(spelling.length) };
  }
  return undefined;
}

function isStage(text: string): text is Stage {
  return stages.some((s) => s === text);
}

function level(text: string): Options['optimise'] {
  switch (text.replace(/^=/, '')) {
    case '0':
      return 0;
    case '1':
      return 1;
    case '3':
    case 'fast':
      return 3;
    case '4':
      return 4;
    default:
      return 2;
  }
}

function count(option: string, text: string, make: (n: number) => Partial<Options>): Partial<Options> | Problem {
  const n = Number(text);
  return Number.isInteger(n) && n > 0 ? make(n) : { problem: `${option} takes a whole number above 0, not '${text}'` };
}
