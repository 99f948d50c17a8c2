/** The Fortran tests of MPICH's suite on each MPI library here: those that gfortran passes with the same library must pass. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstMessage, type Run, run } from './run.ts';
import type { Failure, Measured } from './table.ts';

const languages = ['f77', 'f90', 'f08'];
const ranks = [2, 4];
const secondsToBuild = 120;
const secondsToRun = 40;

type Library = {
  readonly name: string;
  readonly tag: string;
  readonly launcher: readonly string[];
  /** Which library's compilers judge, where that is another one; programs with C code are left out then. */
  readonly judge?: Library;
  readonly environment?: NodeJS.ProcessEnv;
};

const libraries: readonly Library[] = [
  { name: 'Open MPI', tag: 'openmpi', launcher: ['mpirun.openmpi', '--allow-run-as-root', '--oversubscribe'] },
  { name: 'MPICH', tag: 'mpich', launcher: ['mpirun.mpich'] },
];

/** `sources` stand in `folder`, those of the suite's own library with them. */
type Program = { readonly name: string; readonly folder: string; readonly target: string; readonly sources: string[] };

/** `folder`: test/mpi of github.com/pmodels/mpich; `only`: of names like mpich/f08/coll/exscanf08. `abi`: the mpirun of a library that is run through MPI-5's C interface. */
export function mpich(folder: string, cufort: string, cache: string, only: RegExp, abi?: string): readonly Measured[] {
  const suite = join(cache, 'mpich');
  if (!existsSync(suite)) prepare(folder, suite);
  const programs = languages.flatMap((language) => programsOf(suite, language));
  return [...libraries, ...(abi === undefined ? [] : [throughAbi(abi)])].flatMap((library) => {
    const wanted = programs.filter(({ name }) => only.test(`${library.tag}/${name}`));
    return wanted.length === 0 ? [] : measured(wanted, library, cufort, join(cache, `mpich-${library.tag}`));
  });
}

function throughAbi(launcher: string): Library {
  const environment = { ...process.env, CUFORT_MPI: 'abi' };
  const judge = libraries.find(({ tag }) => tag === 'mpich');
  return { name: "MPI's ABI", tag: 'abi', launcher: [launcher], environment, ...(judge && { judge }) };
}

/** What the suite's autogen.sh and configure write: Fortran 90 from Fortran 77, programs from a template, kinds of integers. */
function prepare(from: string, suite: string): void {
  for (const part of [...languages, 'util', 'include', 'maint'])
    cpSync(join(from, part), join(suite, part), { recursive: true });
  const perl = (at: string, ...words: string[]) => run(['perl', ...words], { folder: at, seconds: 60 });
  for (const room of readdirSync(join(suite, 'f77')))
    if (!room.includes('.') && !room.includes('file')) {
      mkdirSync(join(suite, 'f90', room), { recursive: true });
      perl(suite, 'maint/f77tof90', `f77/${room}`, `f90/${room}`, 'Makefile.am', 'Makefile.ap');
    }
  const harness = join(suite, 'f90/io/ioharness');
  const changes: readonly [RegExp, string][] = [
    [/filename="(.*)f.f"/g, 'filename="$1f90.f90"'],
    [/^.*include.*iooffset.*$/gm, 'integer (kind=MPI_OFFSET_KIND)offset'],
    [/^.*include.*mpif.*$/gm, 'use mpi'],
    [/fheader/g, 'f90header'],
    [/^C/gm, '!'],
    [/^.*implicit *none.*$/gm, ''],
  ];
  for (const [ending, used] of [
    ['defn', changes.slice(0, 2)],
    ['tlt', changes.slice(2)],
  ] as const) {
    const text = readFileSync(join(suite, `f77/io/ioharness.${ending}`), 'latin1');
    writeFileSync(
      `${harness}.${ending}`,
      used.reduce((t, [pattern, by]) => t.replace(pattern, by), text),
    );
  }
  for (const language of languages)
    perl(
      join(suite, language, 'io'),
      '../../maint/testmerge.in',
      '-defn=../../maint/common.defn',
      'ioharness.defn',
      'ioharness.tlt',
    );
  for (const room of readdirSync(join(suite, 'f77')))
    for (const file of room.includes('.')
      ? []
      : readdirSync(join(suite, 'f77', room)).filter((f) => f.endsWith('.h.in'))) {
      const at = join(suite, 'f77', room, file);
      const text = readFileSync(at, 'latin1').replaceAll(/@F77_MPI_(ADDRESS|OFFSET)@/g, 'integer*8');
      writeFileSync(at.slice(0, -3), text);
    }
  writeFileSync(
    join(suite, 'include/mpitestconf.h'),
    '#define HAVE_STDLIB_H 1\n#define HAVE_STRING_H 1\n#define F77_NAME_LOWER_USCORE 1\n',
  );
}

/** Programs in Fortran, as the makefiles list them. */
function programsOf(suite: string, language: string): Program[] {
  const found: Program[] = [];
  for (const room of readdirSync(join(suite, language))) {
    const folder = join(suite, language, room);
    if (!existsSync(join(folder, 'Makefile.am'))) continue;
    const text = readFileSync(join(folder, 'Makefile.am'), 'latin1').replaceAll('\\\n', ' ');
    const listed = [...text.matchAll(/^\s*noinst_PROGRAMS *\+?= *(.*)$/gm)].flatMap(([, names = '']) =>
      names.trim().split(/\s+/),
    );
    const ending = language === 'f77' ? 'f' : 'f90';
    for (const target of new Set(listed.filter((name) => /^\w+$/.test(name)))) {
      const said = new RegExp(`^\\s*(?:nodist_)?${target}_SOURCES *= *(.*)$`, 'm').exec(text)?.[1]?.trim().split(/\s+/);
      const sources = said ?? [`${target}.${ending}`];
      if (!sources.some((file) => file.endsWith(ending)) || !sources.every((file) => existsSync(join(folder, file))))
        continue;
      found.push({
        name: `${language}/${room}/${target}`,
        folder,
        target,
        sources: [...sources, `../../util/mtest_${language}.${ending}`],
      });
    }
  }
  return found;
}

function measured(programs: readonly Program[], library: Library, cufort: string, cache: string): Measured[] {
  const failures: Record<number, Failure[]> = {};
  const of: Record<number, number> = {};
  const leftOut: Failure[] = [];
  for (const program of programs) {
    const judge = library.judge ?? library;
    if (library.judge && program.sources.some((file) => file.endsWith('.c'))) continue;
    const [theirs, ours] = [
      join(cache, '..', `mpich-${judge.tag}`, 'gfortran', program.name),
      join(cache, 'cufort', program.name),
    ];
    const judged = gfortranPasses(program, judge, theirs);
    if (judged.length === 0) leftOut.push({ name: program.name, reason: 'does not pass with gfortran' });
    const reason = judged.length > 0 ? builtByUs(program, library, cufort, ours) : undefined;
    for (const count of judged) {
      of[count] = (of[count] ?? 0) + 1;
      const why = reason ?? failure(ran(program, library, ours, count));
      if (why === undefined) continue;
      failures[count] = [...(failures[count] ?? []), { name: program.name, reason: why }];
      console.error(`${library.name} ${count} ${program.name}: ${why}`);
    }
  }
  return ranks.map((count) => ({
    title: `MPICH's Fortran tests, ${library.name}, ${count} processes`,
    rule: 'Programs of test/mpi/f77, f90 and f08 that print "No Errors" and end with code 0 when gfortran compiles them for the same library and number of processes.',
    of: of[count] ?? 0,
    failures: failures[count] ?? [],
    leftOut: count === ranks[0] ? leftOut : [],
  }));
}

/** With which numbers of processes. */
function gfortranPasses(program: Program, library: Library, at: string): number[] {
  const known = join(at, 'passes.json');
  if (existsSync(known)) return JSON.parse(readFileSync(known, 'utf8'));
  const place = fresh(at);
  const objects = compiledC(program, library, place);
  const words = [
    `mpif90.${library.tag}`,
    '-w',
    '-fallow-argument-mismatch',
    ...includes(program),
    ...fortran(program),
    ...objects,
  ];
  const built = run([...words, '-o', program.target], place);
  const passes =
    built.code === 0 ? ranks.filter((count) => failure(ran(program, library, at, count)) === undefined) : [];
  writeFileSync(known, JSON.stringify(passes));
  return passes;
}

function builtByUs(program: Program, library: Library, cufort: string, at: string): string | undefined {
  const place = fresh(at);
  const objects = compiledC(program, library, place);
  const libraries = objects.length === 0 ? [] : linked(library);
  const words = [
    process.execPath,
    cufort,
    'build',
    '-w',
    ...includes(program),
    ...fortran(program),
    ...objects,
    ...libraries,
  ];
  const built = run([...words, '-o', program.target], place);
  return built.code === 0 ? undefined : `does not build: ${firstMessage(built)}`;
}

/** The library's own words for programs in C. */
function linked({ tag }: Library): string[] {
  const shown = run([`mpicc.${tag}`, '-show'], { folder: '.', seconds: 20 }).out;
  return shown.split(/\s+/).filter((word) => /^-[lL]/.test(word));
}

function compiledC(program: Program, library: Library, place: { folder: string; seconds: number }): string[] {
  const files = program.sources.filter((file) => file.endsWith('.c'));
  return files.map((file) => {
    const object = `${file.slice(0, -2)}.o`;
    run(
      [
        `mpicc.${library.tag}`,
        '-w',
        '-fPIC',
        '-c',
        `-I${join(program.folder, '../../include')}`,
        join(program.folder, file),
        '-o',
        object,
      ],
      place,
    );
    return object;
  });
}

function fresh(folder: string): { folder: string; seconds: number } {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return { folder, seconds: secondsToBuild };
}

function fortran({ folder, sources }: Program): string[] {
  const files = sources.filter((file) => !file.endsWith('.c')).map((file) => join(folder, file));
  // Modules first.
  return files.reverse();
}

function includes({ folder }: Program): string[] {
  return [folder, join(folder, '../attr')].map((path) => `-I${path}`);
}

function ran(program: Program, library: Library, folder: string, count: number): Run {
  return run([...library.launcher, '-np', String(count), `./${program.target}`], {
    folder,
    seconds: secondsToRun,
    ...(library.environment && { environment: library.environment }),
  });
}

function failure(made: Run): string | undefined {
  return made.code === 0 && /no errors/i.test(made.out) && !/Found +[1-9]\d* errors/.test(made.out)
    ? undefined
    : firstMessage(made);
}
