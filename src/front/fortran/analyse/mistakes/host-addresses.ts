/** Addresses of host data among the arguments of a launch, also as part of a number: on a GPU the kernel would leave its memory. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as launchErrors from '../../errors/launches.ts';
import type { Expr, Procedure, Stmt, Variable } from '../../program.ts';
import { inActuals } from '../walk-program.ts';
import { eventsOf, rootOf, within } from './walk.ts';

type Launch = Extract<Stmt, { kind: 'launch' }>;

/** The variables whose addresses are part of what a scalar holds that is set once. */
export type HostAddresses = ReadonlyMap<Variable, Variable>;

/** Memory that the program registers is there for kernels too. */
export function hostAddressesIn(p: Procedure): HostAddresses {
  const found = new Map<Variable, Variable | undefined>();
  for (const e of eventsOf(p.body?.statements ?? [])) {
    if (e.kind === 'read' && within(e.value).some(registers)) return new Map();
    if (e.kind === 'write' && e.statement.kind === 'library-call' && isRegistering(e.statement)) return new Map();
    const v = e.kind === 'write' && e.to.kind === 'variable' ? e.to.variable : undefined;
    // A kernel sets no variable of the host.
    if (!v || (e.kind === 'write' && e.statement.kind === 'launch')) continue;
    const value = e.kind === 'write' && e.statement.kind === 'assign' && !found.has(v) ? e.statement.value : undefined;
    found.set(v, value && hostDataIn(value));
  }
  return new Map([...found].flatMap(([v, host]) => (host ? [[v, host] as const] : [])));
}

export function checkHostAddresses(report: (d: Diagnostic) => void, s: Launch, known: HostAddresses): void {
  for (const a of inActuals(s.args)) {
    const host = a?.kind === 'variable' ? known.get(a.variable) : a && hostDataIn(a);
    if (a && host) report(launchErrors.hostAddress(a, host));
  }
}

type LibraryCall = Extract<Expr | Stmt, { kind: 'library-call' }>;
const isRegistering = (c: LibraryCall): boolean => c.routine.name.toLowerCase() === 'cudahostregister';
const registers = (e: Expr): boolean => e.kind === 'library-call' && isRegistering(e);

/** The variable in host memory whose address the expression asks for. */
function hostDataIn(e: Expr): Variable | undefined {
  for (const x of within(e)) {
    const asks =
      (x.kind === 'library-call' && x.routine.name === 'c_loc') || (x.kind === 'intrinsic' && x.name === 'loc');
    const of = asks ? x.args[0] : undefined;
    const v = of && of.kind !== 'procedure' ? rootOf(of) : undefined;
    if (v?.attributes.placement === 'host' && !v.attributes.pointer) return v;
  }
  return undefined;
}
