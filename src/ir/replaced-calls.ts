/**
 * Routines of the library that a program may define itself, under a name without a module (`mpi_send` for those of the modules mpi and mpi_f08): calls of the library's then mean
 * the program's. Calls by a second name (`pmpi_send`) always mean the library's.
 */
import type { Archive } from './archive.ts';
import { callsIn } from './calls.ts';
import type { Expression, Fn, Slot, Statement } from './module.ts';
import { changeBodies, mapEach } from './walk.ts';

const secondEnd = '@second';

/** For a call of a library's routine by its second name. */
export function secondName(name: string): string {
  return name + secondEnd;
}

const isNull = (arg: Expression): boolean => arg.kind === 'const' && arg.type === 'ptr.host' && arg.value === 0n;

/** `isOwn`: the program defines a function of this name itself. */
export function withReplacedCalls(fn: Fn, archive: Archive, isOwn: (name: string) => boolean): Fn {
  if (fn.kind !== 'host' || !isOwn(fn.name)) return fn;
  const meant = (s: Statement): string | undefined => {
    if (s.kind !== 'call' || s.callee.kind !== 'direct') return undefined;
    const { name } = s.callee;
    if (name.endsWith(secondEnd)) return name.slice(0, -secondEnd.length);
    const other = archive.standsFor?.(name);
    return other !== undefined && isOwn(other) ? other : undefined;
  };
  if (!callsIn(fn.body).some((s) => meant(s) !== undefined)) return fn;
  const slots: Slot[] = [...fn.slots];
  const unheard = (): Expression => {
    slots.push({ name: 'unheard', size: 8, align: 8 });
    return { kind: 'slot', type: 'ptr.host', index: slots.length - 1 };
  };
  const list = (body: readonly Statement[]): readonly Statement[] =>
    mapEach(body, (s): Statement => {
      const name = meant(s);
      if (name === undefined || s.kind !== 'call') return changeBodies(s, list);
      // What the program defines has no optional arguments.
      const args = isOwn(name) ? s.args.map((arg) => (isNull(arg) ? unheard() : arg)) : s.args;
      return { ...s, callee: { kind: 'direct', name }, args };
    });
  const body = list(fn.body);
  return { ...fn, slots, body };
}
