/** What one place of a program says of an external procedure, and what its definition says (Fortran 2018, 15.4.3.2, 15.5.2). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as callErrors from '../../errors/calls.ts';
import type { Expr, Procedure, Variable } from '../../program.ts';
import { typeFits } from '../calls/arguments.ts';
import type { NamedCall } from '../context.ts';
import { interfaceDifference, passesOtherwise } from './pointers.ts';

/** Of one file. */
export type Externals = {
  readonly defined: readonly Procedure[];
  /** By interface blocks. */
  readonly described: readonly Procedure[];
  /** Of procedures of other files. */
  readonly calls: readonly NamedCall[];
};

/** Interfaces that do not fit what this file defines. */
export function disagreementsIn(file: Externals): Iterable<Diagnostic> {
  return disagreements([file], (home) => home === file);
}

/** Interfaces and calls that do not fit what another one of these files defines. */
export function disagreementsBetween(files: readonly Externals[]): Iterable<Diagnostic> {
  return files.length > 1 ? disagreements(files, (home, file) => home !== file) : [];
}

function* disagreements(
  files: readonly Externals[],
  counts: (home: Externals, file: Externals) => boolean,
): Iterable<Diagnostic> {
  if (files.every((f) => f.described.length === 0 && f.calls.length === 0)) return;
  const homes = new Map(files.flatMap((home) => home.defined.map((p) => [p.linkName, { p, home }] as const)));
  if (homes.size === 0) return;
  for (const file of files) {
    const definition = (name: string) => {
      const found = homes.get(name);
      return found && counts(found.home, file) ? found.p : undefined;
    };
    for (const p of file.described) {
      const defined = definition(p.linkName);
      if (defined) yield* interfaceProblem(p, defined);
    }
    for (const call of file.calls) {
      const defined = definition(call.name);
      if (defined) yield* callProblems(call, defined);
    }
  }
}

/** C sees addresses only, and whoever describes a procedure for C says of them what is handy. */
function* interfaceProblem(described: Procedure, defined: Procedure): Iterable<Diagnostic> {
  if (described.bindC || defined.bindC) return;
  // Of an elemental procedure the interface need not say that it is one.
  const why = interfaceDifference(described.signature, { ...defined.signature, elemental: false });
  if (why === undefined) return;
  const severity = passesOtherwise(described.signature, defined.signature) ? 'error' : 'warning';
  yield callErrors.interfaceDisagrees(described, defined, why, severity);
}

/** Numbers of arguments and types of results are the linker's. */
function* callProblems({ args }: NamedCall, defined: Procedure): Iterable<Diagnostic> {
  for (const [i, d] of defined.signature.dummies.entries()) {
    const a = args[i];
    if (!a || a.kind === 'alternate-return' || d === 'alternate-return') continue;
    if (d.procedure || a.kind === 'procedure' || a.kind === 'null') continue;
    if (!typeFits(d, a) && !arePairs(d, a)) yield callErrors.implicitMismatch(callErrors.argumentType(defined, d, a));
  }
}

/** Complex numbers passed as their parts, or the other way round. */
function arePairs(d: Variable, a: Expr): boolean {
  const bases = new Set([d.type.base, a.type.base]);
  const [one, other] = [d.type, a.type];
  return bases.has('real') && bases.has('complex') && 'kind' in one && 'kind' in other && one.kind === other.kind;
}
