/** Calls by a name that is two things in the library, a function of C and a routine of Fortran: the types of the arguments tell which is meant. */
import type { Archive } from './archive.ts';
import { nullPointer } from './build.ts';
import { callsIn } from './calls.ts';
import type { Fn, Statement } from './module.ts';
import { changeBodies, mapEach } from './walk.ts';

/** `isOwn`: the program defines a function of this name itself. */
export function withOverloadedCalls(fn: Fn, archive: Archive, isOwn: (name: string) => boolean): Fn {
  const { overload } = archive;
  if (!overload || fn.kind !== 'host') return fn;
  const meant = (s: Statement) => {
    if (s.kind !== 'call' || s.callee.kind !== 'direct' || isOwn(s.callee.name)) return undefined;
    return overload(
      s.callee.name,
      s.args.map((a) => a.type),
      s.results.map((r) => fn.locals[r]!.type),
    );
  };
  if (!callsIn(fn.body).some(meant)) return fn;
  const list = (body: readonly Statement[]): readonly Statement[] =>
    mapEach(body, (s): Statement => {
      const other = meant(s);
      if (!other || s.kind !== 'call') return changeBodies(s, list);
      const absent = Array.from({ length: other.absent }, () => nullPointer('ptr.host'));
      return { ...s, callee: { kind: 'direct', name: other.name }, args: [...s.args, ...absent] };
    });
  return { ...fn, body: list(fn.body) };
}
