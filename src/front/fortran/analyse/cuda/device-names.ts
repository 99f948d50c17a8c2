/** Names of device code that need no `use`: those of cudadevice, and of modules in Fortran that belong to it. */
import type { ProgramSymbol } from '../../program.ts';
import type { Env } from '../context.ts';
import { moduleOffer } from '../declarations/use.ts';
import { deviceName } from '../scope.ts';

/** Procedures whose source comes with the compiler. */
const fromSources: readonly (readonly [names: RegExp, module: string])[] = [
  [/^(?:tma_bulk_\w+|barrier_(?:init|arrive|arrive_cnt|try_wait|try_wait_sleep)|fence_proxy_async)$/, 'cufort_tma'],
  [/^atomicadd(?:vector|real4x[24])$/, 'cufort_vectors'],
];

export function deviceSymbol(env: Env, name: string): ProgramSymbol | undefined {
  const known = deviceName(name);
  if (known) return known;
  const module = fromSources.find(([names]) => names.test(name))?.[1];
  const source = module === undefined ? undefined : env.file.options.modules(module);
  return source && moduleOffer(source, false).find(name);
}
