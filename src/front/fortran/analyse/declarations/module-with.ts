/** The module to use for a name that a program has forgotten to bring in. */
import type { Elsewhere } from '../../errors/names.ts';
import type { Procedure } from '../../program.ts';
import type { Env, Scope } from '../context.ts';
import { libraryModuleNames, libraryOffer } from './library-offer.ts';

/** Names of modules whose source comes with the compiler, by how their names begin. */
const prefixes: readonly (readonly [names: RegExp, module: string])[] = [
  [/^cublas/, 'cublas_v2'],
  [/^cufft/, 'cufft'],
  [/^curand_/, 'curand_device'],
  [/^curand/, 'curand'],
  [/^cusparse/, 'cusparse'],
  [/^cusolverdn/, 'cusolverDn'],
  [/^cutensor/, 'cutensor_v2'],
  [/^mpi_/, 'mpi'],
  [/^acc_/, 'openacc'],
  [/^ieee_/, 'ieee_arithmetic'],
];

/** Both modules of cuRAND know these; the one for host code makes generators. */
const hostLibrary = /^curand_(?:rng|ordering|status|direction)_/;

/** The commonest first: several modules may offer a name. */
const first = ['iso_c_binding', 'iso_fortran_env', 'cudafor'];
/** Names that iso_c_binding has, too, but only with CUDA. */
const ofDevices = /^c_(?:null_)?dev/;

/** Modules that are offered by others. */
const offeredBy: Readonly<Record<string, string>> = {
  cufort_ieee_flags: 'ieee_exceptions',
  cufort_ieee_values: 'ieee_arithmetic',
};

export function moduleWith(name: string): string | undefined {
  const ofHost = hostLibrary.exec(name) && 'curand';
  if (ofHost) return ofHost;
  const known = libraryModuleNames();
  if (ofDevices.test(name)) return 'cudafor';
  const found = [...first, ...known.filter((m) => !first.includes(m))].find((m) => {
    const offer = libraryOffer(m);
    return offer?.find(name) ?? offer?.findType(name);
  });
  return (found && (offeredBy[found] ?? found)) ?? prefixes.find(([names]) => names.test(name))?.[1];
}

/** One of CUDA's own names, which nobody else will have: without `use cudafor` it means nothing that was meant. */
export function isForgotten(env: Env, name: string): boolean {
  return env.file.options.cuda && /^cuda[a-z]/.test(name) && moduleWith(name) === 'cudafor';
}

/** By what takes the messages: in a trial nobody is told. */
const told = new WeakMap<Env['file']['report'], Set<string>>();

function toldBy(env: Env): Set<string> {
  const known = told.get(env.file.report) ?? new Set<string>();
  told.set(env.file.report, known);
  return known;
}

/** Whether a unit has an error already that asks for the module that knows this name: one cause, one message. */
export function isToldToUse(env: Env, name: string): boolean {
  const key = keyOf(env, name);
  const keys = toldBy(env);
  const before = key !== undefined && keys.has(key);
  if (key !== undefined) keys.add(key);
  return before;
}

/** The same for a warning, which an error makes needless, but which makes no error needless. */
export function isWarnedToUse(env: Env, name: string): boolean {
  const key = keyOf(env, name);
  const keys = toldBy(env);
  if (key === undefined) return false;
  const before = keys.has(key) || keys.has(`${key}, warned`);
  keys.add(`${key}, warned`);
  return before;
}

function keyOf(env: Env, name: string): string | undefined {
  const module = moduleBeside(env, name) ?? moduleWith(name);
  return module && `use ${module} in ${outermost(env.scope.owner)?.linkName ?? env.scope.prefix}`;
}

/** Internal procedures know what their host uses. */
function outermost(p: Procedure | undefined): Procedure | undefined {
  return p?.host ? outermost(p.host) : p;
}

/** The module of this file that has it for others. */
function moduleBeside(env: Env, name: string): string | undefined {
  return [...env.file.modules.values()].find((m) => m.symbols.has(name) || m.types.has(name))?.name;
}

/** Where a name is that is not known here: in a module to use, or one that is used and keeps it private. Modules of this file, and those that come with the compiler. */
export function seenElsewhere(env: Env, name: string): Elsewhere | undefined {
  const keeper = privateIn(env, name);
  if (keeper) return { module: keeper, private: true };
  return toUse([...env.file.modules.values()].find((m) => m.symbols.has(name))?.name ?? moduleWith(name));
}

/** The same for the name of a type. */
export function typeSeenElsewhere(env: Env, name: string): Elsewhere | undefined {
  return toUse([...env.file.modules.values()].find((m) => m.types.has(name))?.name ?? moduleWith(name));
}

function toUse(module: string | undefined): Elsewhere | undefined {
  return module === undefined ? undefined : { module, private: false };
}

/** The module that is used here and has the name for itself. */
export function privateIn(env: Env, name: string): string | undefined {
  for (let s: Scope | undefined = env.scope; s; s = s.imports ? undefined : s.parent) {
    const keeper = s.uses.find((u) => isPrivateIn(env, u.from.name, name));
    if (keeper) return keeper.from.name;
  }
  return undefined;
}

export function isPrivateIn(env: Env, module: string, name: string): boolean {
  return env.file.modules.get(module)?.hidden.has(name) === true;
}
