/** Routines that Fortran compilers bring along: called by a name that nothing declares, with arguments that fit (module cufort_lib3f). */
import { nowhere, type Span } from '../../../../base/source.ts';
import type { Procedure } from '../../program.ts';
import type { Env } from '../context.ts';
import { moduleOffer } from '../declarations/use.ts';
import type { Arg } from './arguments.ts';
import { type Decided, decideGeneric } from './calls.ts';

const home = 'cufort_lib3f';
const prefixes = ['lib_', 'call_'];
/** More forms of one name. */
const others: Readonly<Record<string, readonly string[]>> = { chmod: ['lib_chmod_text'] };

export function decideSystemRoutine(
  env: Env,
  name: string,
  args: readonly Arg[],
  at: Span,
  wants: 'function' | 'subroutine',
): Decided | undefined {
  const procedures = systemProcedures(env, name);
  if (procedures.length === 0) return undefined;
  return decideGeneric(env, { name, span: nowhere, procedures }, args, at, wants, true);
}

export function isSystemRoutine(env: Env, name: string): boolean {
  return systemProcedures(env, name).length > 0;
}

function systemProcedures(env: Env, name: string): readonly Procedure[] {
  const module = env.side === 'host' ? env.file.options.intrinsicModules?.(home) : undefined;
  if (!module) return [];
  const offer = moduleOffer(module, false);
  const names = [...prefixes.map((p) => p + name), ...(others[name] ?? [])];
  return names.flatMap((n) => {
    const symbol = offer.find(n);
    if (symbol?.kind === 'procedure') return [symbol];
    return symbol?.kind === 'generic' ? symbol.procedures.filter((p) => p.kind === 'procedure') : [];
  });
}
