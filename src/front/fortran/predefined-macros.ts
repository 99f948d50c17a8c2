/** Macros that are there before a source defines any: those by which programs and build tools know nvfortran on Linux, and one by which they know cufort. */

/** The release of nvfortran that cufort stands for. */
export const standsFor = { major: 26, minor: 11, patch: 0 } as const;

const system = ['__linux', '__linux__', '__unix', '__unix__', '__x86_64', '__x86_64__', '__LP64__', '__CUFORT__'];
const compiler = ['__NVCOMPILER', '__NVCOMPILER_LLVM__', '__PGI', '__PGLLVM__'];
const release = [
  `__NVCOMPILER_MAJOR__=${standsFor.major}`,
  `__NVCOMPILER_MINOR__=${standsFor.minor}`,
  `__NVCOMPILER_PATCHLEVEL__=${standsFor.patch}`,
  `__PGIC__=${standsFor.major}`,
  `__PGIC_MINOR__=${standsFor.minor}`,
  `__PGIC_PATCHLEVEL__=${standsFor.patch}`,
];
const always: readonly string[] = [...system, ...compiler, ...release];

/** As -D takes them. */
export function predefinedMacros(on: {
  readonly cuda: boolean;
  readonly openmp: boolean;
  readonly openacc: boolean;
}): readonly string[] {
  return [
    ...(on.cuda ? ['_CUDA'] : []),
    ...(on.openmp ? ['_OPENMP=202011'] : []),
    ...(on.openacc ? ['_OPENACC=201711'] : []),
    ...always,
  ];
}
