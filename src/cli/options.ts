/** The options of the command line, spelt as nvfortran's users write them: what each takes, what it does, and what the guide says of it. */

import {
  type Accelerator,
  accelerators,
  cLanguages,
  type Offload,
  type Options,
  type Stage,
  stages,
  type WarningChoice,
} from '../driver/options.ts';
import { checkTools } from '../machine/check-tools.ts';
import type { Watch } from '../opt/passes.ts';
import { passNames } from '../opt/pipeline.ts';
import { PassTimes, verifyPasses, watchedBy } from '../opt/watch.ts';
import { devicesIn } from './device-choice.ts';
import { gpuWords, unknownCudaLibrary } from './gpu-words.ts';

/** `none`: `-c`. `joined`: `-O3`, `-Ipath`. `either`: `-I path` or `-Ipath`. `next`: `-o file`. */
export type Row = {
  readonly value: 'none' | 'joined' | 'either' | 'next';
  /** What follows the spelling, as the guide writes it. */
  readonly form?: string;
  /** Undefined: the option is taken without effect. */
  readonly says?: string;
  readonly apply: (options: Options, value: string, warn: (text: string) => void) => Partial<Options> | Problem;
};
type Problem = { readonly problem: string };

const means = (form: string, says: string, row: Row): Row => ({ ...row, form, says });
const flag = (change: Partial<Options>): Row => ({ value: 'none', apply: () => change });
const ignored = (value: Row['value'] = 'none'): Row => ({ value, apply: () => ({}) });
const taken = (value: Row['value'], spellings: string): Readonly<Record<string, Row>> =>
  Object.fromEntries(spellings.split(' ').map((spelling) => [spelling, ignored(value)]));
const list = (key: 'includePaths' | 'defines' | 'undefines' | 'libraries' | 'libraryPaths'): Row => ({
  value: 'either',
  apply: (options, value) => (value === '' ? {} : { [key]: [...options[key], value] }),
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

/** `=900`, `-900`. */
const dependencies: Row = { value: 'none', apply: ({ dependencies: d }) => ({ dependencies: { ...d, asked: true } }) };
const dependencyWord = (what: 'file' | 'target'): Row => ({
  value: 'next',
  apply: ({ dependencies: d }, value) => ({ dependencies: { ...d, [what]: value } }),
});
const depth = (what: keyof Options['depths']): Row => ({
  value: 'joined',
  apply(options, value) {
    const [, number] = /^[=-](\d+)$/.exec(value) ?? [];
    if (number === undefined) return { problem: `a depth is a number, not '${value.replace(/^=/, '')}'` };
    return { depths: { ...options.depths, [what]: Number(number) } };
  },
});

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

/** --check memory,race. */
function checkNames(value: string): Partial<Options> | Problem {
  const names = value.split(',').flatMap((n) => (n === 'all' ? checkTools.filter((t) => t !== 'leak') : [n]));
  const known = names.flatMap((n) => checkTools.find((t) => t === n) ?? []);
  if (known.length < names.length || known.length === 0)
    return { problem: `--check takes ${checkTools.join(', ')} or all, not '${value}'` };
  return { check: new Set(known) };
}

function checkFormat(value: string): Partial<Options> | Problem {
  if (value === 'text' || value === 'github') return { checkFormat: { kind: value } };
  const [, path] = /^sarif(?::(.+))?$/.exec(value) ?? [];
  if (!value.startsWith('sarif'))
    return { problem: `--format takes text, github, sarif or sarif:FILE, not '${value}'` };
  return { checkFormat: { kind: 'sarif', path: path ?? 'cufort.sarif' } };
}

/** Where a device is meant, or nothing is said of it. */
/** `=accel,stdpar`. */
function ofDirectives(words: string): boolean {
  const list = words.replace(/^=/, '').split(',');
  return list.every((w) => ['accel', 'mp', 'par', 'stdpar'].includes(w));
}

/** `=gpu,host`, `=multicore`; other words are nvfortran's own (`noautopar`). */
function openacc(options: Pick<Options, 'offload' | 'accelerators'>, value: string) {
  const words = value.replace(/^=/, '').split(/[,:]/);
  const named = accelerators.filter((a): a is Accelerator => words.includes(a));
  const other = /^(?:tesla|nvidia|default)/.test(words[0] ?? '') && named.length > 0 ? (['gpu'] as const) : [];
  const offload: readonly Offload[] = [...options.offload, 'openacc'];
  return { offload, accelerators: [...options.accelerators, ...other, ...named] };
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

/** By what they are about, as the guide shows them. */
export const optionGroups: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  'What is made': {
    '-o': means(' FILE', "The name of the executable or object; without it `a.out`, or the source's name with `.o`.", {
      value: 'next',
      apply: (_, value) => ({ output: value }),
    }),
    '-c': means('', 'Objects (`.o`) and module files (`.mod`), not an executable.', flag({ compileOnly: true })),
    '-r': means('', 'Join objects and static libraries into one object, as `ld -r` does.', flag({ relocatable: true })),
    '-E': means('', 'The preprocessed source on standard output.', flag({ show: 'source' })),
    '--show': means(
      ' STAGE',
      'A stage of the compilation on standard output: source, tokens, tree, symbols, ir, nest (regions of kernels as loops, before and after each step), wat or ptx; `ir:all` and `ir:after=PASS`: the IR after passes of the optimiser.',
      { value: 'next', apply: (_, value) => (isStage(value) ? { show: value } : { problem: notShown(value) }) },
    ),
    '--time-passes': means('', 'Tells how long each pass of the optimiser took, and by how much functions grew.', {
      value: 'none',
      apply: ({ watchPasses }) => ({ watchPasses: watchedBy([watchPasses, timed()]) }),
    }),
    '--verify-passes': means('', 'Verifies the IR after each pass of the optimiser.', {
      value: 'none',
      apply: ({ watchPasses }) => ({ watchPasses: watchedBy([watchPasses, verifyPasses]) }),
    }),
    '--standalone': means(
      '',
      'The Node that the executable runs on, and the shared libraries that are named, in a folder beside it (`NAME.runtime`).',
      flag({ standalone: true }),
    ),
    '-module': means(' FOLDER', 'Where module files are written, and looked for first.', {
      value: 'next',
      apply: (_, value) => ({ modulePath: value }),
    }),
    '-J': means(' FOLDER', 'As -module.', { value: 'either', apply: (_, value) => ({ modulePath: value }) }),
  },
  Sources: {
    '-I': means(' FOLDER', 'Where included files and modules are looked for too.', list('includePaths')),
    '-D': means(' NAME[=TEXT]', 'Defines a macro.', list('defines')),
    '-U': means(' NAME', 'Undefines a macro.', list('undefines')),
    '-Mpreprocess': means(
      '',
      'Preprocesses all sources, not only those with a capital in their extension.',
      flag({ preprocess: true }),
    ),
    '-cpp': means('', 'As -Mpreprocess.', flag({ preprocess: true })),
    '-Mnopreprocess': means('', 'Preprocesses no source.', flag({ preprocess: false })),
    '-Mfree': means('', 'Free source form, whatever the extension.', flag({ form: 'free' })),
    '-Mfreeform': means('', 'As -Mfree.', flag({ form: 'free' })),
    '-Mfixed': means('', 'Fixed source form, whatever the extension.', flag({ form: 'fixed' })),
    '-Mnofree': means('', 'As -Mfixed.', flag({ form: 'fixed' })),
    '-Mnofreeform': means('', 'As -Mfixed.', flag({ form: 'fixed' })),
    '-Mextend': means('', 'Lines of fixed form reach to column 132.', flag({ extend: true })),
    '-ffixed-line-length-132': means('', 'As -Mextend.', flag({ extend: true })),
    '-ffixed-line-length-none': means('', 'As -Mextend.', flag({ extend: true })),
    '-Mdlines': means('', 'Lines of fixed form that begin with D are statements.', flag({ debugLines: true })),
    '-fd-lines-as-code': means('', 'As -Mdlines.', flag({ debugLines: true })),
    '-Mbackslash': means('', 'A backslash in a literal is an ordinary character.', flag({ escapes: 'none' })),
    '-fno-backslash': means('', 'As -Mbackslash.', flag({ escapes: 'none' })),
    '-Mnobackslash': means(
      '',
      "A backslash in a literal begins one of C's escapes (the default).",
      flag({ escapes: 'c' }),
    ),
    '-fbackslash': means(
      '',
      'As gfortran: a backslash begins an escape, also of characters by their numbers.',
      flag({ escapes: 'gnu' }),
    ),
  },
  Language: {
    '-cuda': means('[=WORDS]', 'CUDA Fortran, whatever the extension; words as after -gpu=.', cudaOn),
    '-Mcuda': means('[=WORDS]', 'As -cuda.', cudaOn),
    '-nocuda': means('', 'No CUDA Fortran: its sentinels are comments.', flag({ cuda: false })),
    '-i2': means('', 'Integers and logicals of default kind take 2 bytes.', flag({ defaultInteger: 2 })),
    '-i4': means('', 'Integers and logicals of default kind take 4 bytes (the default).', flag({ defaultInteger: 4 })),
    '-Mi4': means('', 'As -i4.', flag({ defaultInteger: 4 })),
    '-i8': means('', 'Integers and logicals of default kind take 8 bytes.', flag({ defaultInteger: 8 })),
    '-Mi8': means('', 'As -i8.', flag({ defaultInteger: 8 })),
    '-r4': means('', 'Reals of default kind take 4 bytes (the default).', flag({ defaultReal: 4 })),
    '-r8': means('', 'Reals of default kind take 8 bytes.', flag({ defaultReal: 8 })),
    '-Mr8': means('', 'As -r8.', flag({ defaultReal: 8 })),
    '-Mallocatable=95': means('', 'An assignment does not allocate its left side.', flag({ reallocates: false })),
    '-Mallocatable=03': means(
      '',
      'An assignment allocates its left side where the shape differs (the default).',
      flag({ reallocates: true }),
    ),
    '-Msave': means('', 'Local variables of procedures keep their values.', flag({ saved: true })),
    '-Mnosave': means('', 'They do not (the default).', flag({ saved: false })),
    '-Mdclchk': means('', 'All names must be declared.', flag({ declared: true })),
    '-Mnodclchk': means('', 'They need not (the default).', flag({ declared: false })),
    '-byteswapio': means('', 'Unformatted files have the other order of bytes.', flag({ swapBytes: true })),
    '-Mbyteswapio': means('', 'As -byteswapio.', flag({ swapBytes: true })),
    '-acc': means(
      '[=gpu,host,multicore]',
      'Directives of OpenACC and of the PGI Accelerator model (`!$acc`): the device runs what they ask for, or the host (multicore: its threads); of both, ACC_DEVICE_TYPE chooses.',
      { value: 'joined', apply: openacc },
    ),
    '-ta=': means('TARGET[:WORDS]', 'As -acc; words as after -gpu=.', {
      value: 'joined',
      apply: (options, value, told) => {
        return {
          ...openacc(options, value),
          gpu: gpuWords(options.gpu, value.replace(/^\w+:/, ''), told),
        };
      },
    }),
    '-mp': means(
      '[=gpu]',
      'OpenMP: directives and lines (`!$`) are read, threads of the host run parallel regions; with gpu the device runs target regions.',
      {
        value: 'joined',
        apply: (options, value) => ({
          openmp: true,
          offload: value.includes('gpu') ? [...options.offload, 'openmp'] : options.offload,
        }),
      },
    ),
    '-fopenmp': means('', 'As -mp.', flag({ openmp: true })),
    '-nomp': means('', 'Lines and directives of OpenMP are comments.', flag({ openmp: false })),
    '-Mnoopenmp': means('', 'As -nomp.', flag({ openmp: false })),
    '-Mnoconcur': means('', 'They share none.', flag({ threadsShare: { concurrent: false, loops: 'none' } })),
    '-stdpar': means(
      '[=gpu|multicore]',
      'Loops `do concurrent` run on the device, with multicore on the threads of the host.',
      {
        value: 'joined',
        apply: (options, value) =>
          value.includes('multicore')
            ? { threadsShare: { ...options.threadsShare, concurrent: true } }
            : value.includes('host')
              ? {}
              : { offload: [...options.offload, 'stdpar'] },
      },
    ),
    '-Mconcur': means(
      '[=innermost]',
      'Threads of the host share loops of which no iteration needs another one (and `do concurrent`); with innermost also loops without loops in them.',
      {
        value: 'joined',
        apply: (_, value) => ({
          threadsShare: { concurrent: true, loops: /(?:^|[=,])innermost/.test(value) ? 'all' : 'outer' },
        }),
      },
    ),
  },
  'Checks and messages': {
    '-g': means(
      '',
      'Executables know their lines: abnormal ends tell the procedures and lines they came from, as `cufort run` does.',
      flag({ debug: true }),
    ),
    '-gopt': means('', 'As -g.', flag({ debug: true })),
    '-traceback': means('', 'As -g.', flag({ debug: true })),
    '-Mbounds': means('', 'Checks subscripts while the program runs, on host and device.', flag({ bounds: true })),
    '-C': means('', 'As -Mbounds.', flag({ bounds: true })),
    '-fcheck=': means('WORDS', 'bounds or all: as -Mbounds.', {
      value: 'joined',
      apply: (options, value) => ({ bounds: options.bounds || /(?:^|,)(?:bounds|all)(?:,|$)/.test(value) }),
    }),
    '-Mnobounds': means('', 'Does not check them (the default).', flag({ bounds: false })),
    '-Mchkptr': means('', 'Checks pointers and allocatables that are followed.', flag({ pointers: true })),
    '-Mnochkptr': means('', 'Does not check them (the default).', flag({ pointers: false })),
    '--check': means(
      ' TOOLS',
      'The sanitizer watches the program on the simulated device: memory, init, race, sync, leak, with commas between, or all (the first four). See docs/sanitizer.md.',
      {
        value: 'next',
        apply: (_, value) => checkNames(value),
      },
    ),
    '--schedule': means(
      ' SEED',
      'Threads and blocks run in another order, one for each number: what a program may not rely on.',
      {
        value: 'next',
        apply: (_, value) =>
          /^\d{1,9}$/.test(value)
            ? { schedule: Number(value) }
            : { problem: `--schedule takes a whole number, not '${value}'` },
      },
    ),
    '--format': means(
      ' FORM',
      'With --check: github also prints annotations for GitHub actions, sarif or sarif:FILE writes the findings to a file (cufort.sarif).',
      { value: 'next', apply: (_, value) => checkFormat(value) },
    ),
    '-Ktrap=': means(
      'WORDS',
      "Exceptions of the host's reals that end the program: inv, divz, ovf, unf, inexact, fp (the first three), none.",
      {
        value: 'joined',
        apply: (_, value, told) => ({ trap: trapped(value, told) }),
      },
    ),
    '-Minstrument': means('', 'Puts ranges of NVTX around procedures (CUFORT_REPORT shows them).', {
      value: 'joined',
      apply: () => ({ instrument: true }),
    }),
    '-Minfo': means(
      '[=WORDS]',
      'Tells what the compiler did with kernels, and gives advice; with accel, mp, par or stdpar alone what became of directives.',
      {
        value: 'joined',
        apply: (options, value) =>
          ofDirectives(value)
            ? { warnings: { ...options.warnings, on: [...options.warnings.on, 'accelerator'] } }
            : { information: true, warnings: { ...options.warnings, remarks: true } },
      },
    ),
    '-Minform': means('=LEVEL', 'severe or fatal: no warnings.', {
      value: 'joined',
      apply: (options, value) =>
        /severe|fatal/.test(value) ? { warnings: { ...options.warnings, shown: false } } : {},
    }),
    '-w': means(
      '',
      'No warnings.',
      warn(() => ({ shown: false })),
    ),
    '-silent': means(
      '',
      'As -w.',
      warn(() => ({ shown: false })),
    ),
    '-W': means(
      'CODE',
      'Warnings of this code; -Wall and -Wextra: advice too.',
      warn((before, code) => ({ on: [...before.on, code], off: before.off.filter((c) => c !== code) })),
    ),
    '-Wall': means(
      '',
      'Advice too.',
      warn(() => ({ remarks: true })),
    ),
    '-Wextra': means(
      '',
      'As -Wall.',
      warn(() => ({ remarks: true })),
    ),
    '-Wno-': means(
      'CODE',
      'No warnings of this code.',
      warn((before, code) => ({ off: [...before.off, code] })),
    ),
    '-Werror': means('[=CODE]', 'Warnings, or those of one code, are errors.', {
      value: 'joined',
      apply: (options, value) => ({ warnings: asErrors(options.warnings, value) }),
    }),
  },
  Devices: {
    '--device': means(' NAMES', 'sim, cuda or sim,cuda: what kernels run on.', {
      value: 'next',
      apply: (_, value) =>
        devicesIn(value) ? { device: value } : { problem: `--device takes sim, cuda or sim,cuda, not '${value}'` },
    }),
    '--model': means(' NAME', 'The GPU that is simulated: `cufort info --model NAME` shows it.', {
      value: 'next',
      apply: (_, value) => ({ model: value }),
    }),
    '--devices': means(' N', 'How many GPUs are simulated.', {
      value: 'next',
      apply: (_, value) => count('--devices', value, (devices) => ({ devices })),
    }),
    '--threads': means(' N', 'How many cores the simulated device takes.', {
      value: 'next',
      // nvcc has it for its own work, and 0 for as many as there are.
      apply: (_, value) => (value === '0' ? {} : count('--threads', value, (threads) => ({ threads }))),
    }),
    '--memory': means(
      ' BITS',
      '32 or 64: bits of an address of the host and of simulated devices. 32 gives them 4 GiB, 64 gives 16 GiB.',
      {
        value: 'next',
        apply: (_, value) =>
          value === '32' || value === '64'
            ? { memory: value === '64' ? 64 : 32 }
            : { problem: `--memory takes 32 or 64, not '${value}'` },
      },
    ),
    '-mcmodel=medium': means('', 'As --memory 64.', flag({ memory: 64 })),
    '-mcmodel=large': means('', 'As --memory 64.', flag({ memory: 64 })),
    '-gpu=': means('WORDS', 'What is said of the device, with commas between: see the table below.', {
      value: 'joined',
      apply: (options, value, told) => ({ gpu: gpuWords(options.gpu, value, told) }),
    }),
    '-Mmpi=': means(
      'NAME',
      "mpich (also mpich2, mvapich2, intel): constants of MPI are MPICH's, as C code of the same program has them; the program then runs on MPICH alone. So it is where MPICH is linked (-lmpich). Others have no effect.",
      {
        value: 'joined',
        apply: (_, name) => (/^(mpich\d*|mvapich\d*|intel|msmpi)$/.test(name) ? { mpi: 'mpich' } : {}),
      },
    ),
    '-cudalib': means('[=NAMES]', 'Libraries of CUDA that the program calls.', cudaLibraries),
    '-Mcudalib': means('[=NAMES]', 'As -cudalib.', cudaLibraries),
  },
  Speed: {
    '-fast': means(
      '',
      'Sums of reals on the host may be taken in another order.',
      flag({ optimise: 2, reassociate: true }),
    ),
    '-fastsse': means('', 'As -fast.', flag({ optimise: 2, reassociate: true })),
    '-Mvect': means('[=WORDS]', 'Sums of reals on the host may be taken in another order.', {
      value: 'joined',
      apply: () => ({ reassociate: true }),
    }),
    '-Mnovect': means('', 'Sums are taken in the order of the program (the default).', flag({ reassociate: false })),
    '-Kieee': means('', 'As -Mnovect.', flag({ reassociate: false })),
  },
  Libraries: {
    '-l': means('NAME', 'Links with a static or shared library.', list('libraries')),
    '-L': means(' FOLDER', 'Where libraries are looked for first.', list('libraryPaths')),
    '-Wl,': means(
      'WORDS',
      'Words for the linker: `-rpath,FOLDER` is where the executable looks for shared libraries first (`$ORIGIN`: its own folder); others have no effect.',
      {
        value: 'joined',
        apply: (options, value) => ({ runPaths: [...options.runPaths, ...runPathsIn(value)] }),
      },
    ),
    '-rpath': means(' FOLDER', 'As -Wl,-rpath,FOLDER.', {
      value: 'next',
      apply: (options, value) => ({ runPaths: [...options.runPaths, value] }),
    }),
  },
  'Of nvcc': {
    '-x': means(' cu|c++|c', 'Sources of C, C++ and CUDA are read as this, whatever their names end in.', {
      value: 'either',
      apply: (_, value) => ({ language: cLanguages.find((l) => l === value) }),
    }),
    '--x': means('=cu|c++|c', 'As -x.', {
      value: 'next',
      apply: (_, value) => ({ language: cLanguages.find((l) => l === value) }),
    }),
    '-include': means(' FILE', 'A header that sources of C, C++ and CUDA read first.', {
      value: 'next',
      apply: (options, value) => ({ includes: [...options.includes, value] }),
    }),
    '-ftemplate-depth': means('=N', 'Templates of C++ may nest so deep (900).', depth('templates')),
    '--ftemplate-depth': means('=N', 'As -ftemplate-depth.', depth('templates')),
    '-fconstexpr-depth': means('=N', 'Calls in a constant expression of C++ may nest so deep (512).', depth('calls')),
    '-MD': means('', 'A rule for make beside the object: what it is made of.', dependencies),
    '-MMD': means('', 'As -MD.', dependencies),
    '--generate-dependencies-with-compile': means('', 'As -MD.', dependencies),
    '-MF': means(' FILE', 'The rule of -MD goes there.', dependencyWord('file')),
    '--dependency-output': means(' FILE', 'As -MF.', dependencyWord('file')),
    '-MT': means(' NAME', 'What the rule of -MD says how to make.', dependencyWord('target')),
    '-MQ': means(' NAME', 'As -MT.', dependencyWord('target')),
    '-MP': ignored(),
    '-dc': means('', 'As -c.', flag({ compileOnly: true })),
    '--device-c': means('', 'As -c.', flag({ compileOnly: true })),
    ...taken(
      'next',
      '-arch --gpu-architecture -gencode --generate-code -code --gpu-code -Xcompiler --compiler-options -Xptxas --ptxas-options',
    ),
    ...taken(
      'next',
      '-keep-dir --keep-dir -Xlinker --linker-options -Xcudafe -Xnvlink -maxrregcount --maxrregcount -default-stream --default-stream -cudart --cudart -t',
    ),
    ...taken(
      'joined',
      '-std= --std= -rdc= --relocatable-device-code= -ftz= -prec-div= -prec-sqrt= -fmad= --fmad= -diag-suppress',
    ),
    ...taken(
      'none',
      '--expt-relaxed-constexpr -expt-relaxed-constexpr --expt-extended-lambda -expt-extended-lambda --extended-lambda -extended-lambda',
    ),
    ...taken(
      'none',
      '-forward-unknown-to-host-compiler --forward-unknown-to-host-compiler -forward-unknown-opts --forward-unknown-opts',
    ),
    ...taken(
      'none',
      '-lineinfo --generate-line-info -G --device-debug -use_fast_math --use_fast_math -allow-unsupported-compiler -restrict -keep --keep',
    ),
  },
  'Taken without effect': {
    '-O': { value: 'joined', apply: (_, value) => ({ optimise: level(value) }) },
    '-v': flag({ verbose: true }),
    '-Mneginfo': ignored('joined'),
    '-Mstandard': withoutEffect('-Mstandard', 'what the standard does not have is not told'),
    '-Minline': ignored('joined'),
    '-Munroll': ignored('joined'),
    '-Mipa': ignored('joined'),
    '-Mchkstk': ignored(),
    '-Mlarge_arrays': ignored(),
    '-Mrecursive': ignored(),
    '-tp': ignored('joined'),
    '-mcmodel=small': ignored(),
    '-mcmodel': ignored('joined'),
    '-fPIC': ignored(),
    '-m64': ignored(),
    '-Bstatic': ignored('joined'),
    '-Bdynamic': ignored(),
    '-rdynamic': ignored(),
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
    '-Mllvm-fast': ignored(),
    '-Mnorecursive': ignored(),
    '-march=': ignored('joined'),
    '-mtune=': ignored('joined'),
    '-pg': ignored(),
  },
};

export const optionRows: Readonly<Record<string, Row>> = Object.assign({}, ...Object.values(optionGroups));

/** The stages, and the IR after one pass of the optimiser or after each. */
function isStage(text: string): text is Stage {
  const pass = /^ir:(?:after=(.+)|all)$/.exec(text);
  return stages.some((s) => s === text) || (pass !== null && (pass[1] === undefined || allPasses().has(pass[1])));
}

function notShown(text: string): string {
  if (!text.startsWith('ir:')) return `--show takes one of ${[...stages, 'ir:after=PASS', 'ir:all'].join(', ')}`;
  return `--show ir:all, or ir:after= with one of ${[...allPasses()].join(', ')}`;
}

function allPasses(): ReadonlySet<string> {
  return new Set(Object.values(passNames).flat());
}

/** Tells of the passes' times when the command is done. */
function timed(): Watch {
  const times = new PassTimes();
  process.on('exit', () => void process.stderr.write(times.text()));
  return times.watch;
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
