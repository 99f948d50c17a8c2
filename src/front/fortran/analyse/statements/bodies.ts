/** Bodies of procedures and main programs. */
import type { Body, Procedure, Stmt, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env, Prepared, Unit } from '../context.ts';
import { checkBarriers } from '../cuda/divergent-barriers.ts';
import { checkNeverSet } from '../cuda/never-set.ts';
import { collect, statementFunction } from '../declarations/declare.ts';
import { dispatch, entriesOf } from '../declarations/entries.ts';
import { startLengths } from '../declarations/length-parameters.ts';
import type { OpenProcedure } from '../declarations/procedures.ts';
import { declareContained, hostTargets, prepare } from '../declarations/procedures.ts';
import { implicitVariable } from '../declarations/resolve-entry.ts';
import { finishSpecification } from '../declarations/specification.ts';
import { declaredRegion } from '../directives/declared-data.ts';
import { rootOf } from '../directives/map-entries.ts';
import { int8 } from '../expressions/make.ts';
import { formatProblem } from '../rules/io-controls.ts';
import { unitNameProblem } from '../rules/unit-names.ts';
import { implicitTypeOf, lookup, newScope } from '../scope.ts';
import { spread } from '../threads/spread.ts';
import { labelsAndFormats, valuedNames } from '../walk-tree.ts';
import { withoutEnteredConstructs } from './entered-constructs.ts';

/** In place of a unit of a file that has no labels. */
const nothing = { specification: [], execution: [] };

export function analyseBody(
  unit: tree.Subroutine | tree.FunctionUnit | tree.MainProgram | tree.ModuleProcedure,
  prepared: Prepared,
): Procedure {
  const { procedure } = prepared;
  const { formats, formatsAt, labels, assigned, declarations } = labelsAndFormats(
    prepared.env.file.labels ? unit : nothing,
  );
  const entries = unit.kind === 'subroutine' || unit.kind === 'function' ? entriesOf(prepared.env, unit) : [];
  const entryLabels = new Map(entries.map((e, i) => [e, firstEntryLabel + i]));
  const own: Unit = {
    procedure,
    formats,
    usedFormats: new Set(),
    labels,
    assigned,
    nextConstruct: 1,
    constructs: new Map(),
    internals: [],
    entryLabels,
  };
  const env: Env = { ...prepared.env, unit: own };
  const execution = withoutStatementFunctions(env, unit.execution);
  collect(env, declarations);
  if (unit.contains.length > 0) implicitVariables(env, execution);
  finishSpecification(env);
  const started = [...targetsOf(env, procedure), ...startLengths(env, env.scope.locals), ...declaredRegion(env)];
  const made = env.file.statements(withDeclared(env), execution);
  const whole = started.length > 0 ? [...started, ...made] : made;
  for (const [label, at] of formatsAt) {
    const problem = own.usedFormats.has(label) ? undefined : formatProblem(`(${formats.get(label)})`, at, true);
    if (problem) env.file.report({ ...problem, severity: 'warning' });
  }
  const straight = labels.size > 0 ? withoutEnteredConstructs(env, whole) : whole;
  const { threads } = env.file.options;
  const statements = threads && env.side === 'host' ? spread(env, straight, threads) : straight;
  if (env.side !== 'host') checkBarriers(env, statements);
  checkNeverSet(env, unit, procedure.signature.dummies);
  const internals = unit.contains.flatMap((inside) => internal(env, inside) ?? []);
  if (prepared.whole) learnProcedures(procedure, env.file.entryProcedures, prepared.whole.procedure);
  if (prepared.whole)
    prepared.whole.procedure.body = bodyOf(
      env,
      unit,
      entered(unit, prepared.whole.selector, entryLabels, statements),
      internals,
    );
  else procedure.body = bodyOf(env, unit, statements, internals);
  return procedure;
}

/** With -mp=gpu the program says first that its constructs are for devices, with -acc=host that some are for the host (1: all of them). */
function targetsOf(env: Env, { origin, span }: Procedure): readonly Stmt[] {
  if (origin !== 'main') return [];
  const { targets, openacc } = env.file.options;
  const set = (what: 'targets' | 'versions', value: number): Stmt => ({
    kind: 'offload-set',
    what,
    value: int8(value, span),
    span,
    label: undefined,
  });
  const made = targets ? [set('targets', 1)] : [];
  return openacc && openacc.host !== 'none' ? [...made, set('versions', openacc.device ? 0 : 1)] : made;
}

/** Scalars that a directive keeps on the device have one place there. */
function withDeclared(env: Env): Env {
  const mapped = new Set(
    declaredRegion(env)
      .flatMap((s) => (s.kind === 'mapped' ? s.entries : []))
      .flatMap((e) => rootOf(e.outer) ?? []),
  );
  return mapped.size > 0
    ? { ...env, offload: { mapped, computes: false, heading: env.scope.directives[0]!.span } }
    : env;
}

function bodyOf(
  env: Env,
  unit: { readonly end: tree.MainProgram['end'] },
  statements: readonly Stmt[],
  internals: readonly Procedure[],
): Body {
  return { variables: env.scope.locals, statements, internals, entries: [], end: unit.end };
}

/** That a dummy is a procedure may come out in the body only: every entrance has to know. */
function learnProcedures(main: Procedure, entries: ReadonlyMap<tree.Entry, Procedure>, whole: Procedure): void {
  const known = new Map(
    whole.signature.dummies.flatMap((d) => (d === 'alternate-return' ? [] : [[d.linkName, d.procedure] as const])),
  );
  for (const p of [main, ...entries.values()])
    for (const d of p.signature.dummies) if (d !== 'alternate-return') d.procedure ??= known.get(d.linkName);
}

/** No label of a program has so many digits. */
const firstEntryLabel = 100_000;

/** The body of a procedure with entries: it begins where the selector says. */
function entered(
  unit: { readonly specification: readonly tree.Declaration[]; readonly heading: tree.MainProgram['heading'] },
  selector: Variable,
  labels: ReadonlyMap<tree.Entry, number>,
  statements: readonly Stmt[],
): Stmt[] {
  const early = unit.specification.flatMap((d): Stmt[] =>
    d.kind === 'entry' ? [{ kind: 'continue', span: d.span, label: labels.get(d) }] : [],
  );
  return [dispatch(unit.heading, selector, [...labels.values()]), ...early, ...statements];
}

/** The first assignments may turn out to be statement functions. */
function withoutStatementFunctions(env: Env, execution: tree.Block): tree.Block {
  let first = 0;
  for (const s of execution) {
    if (s.kind !== 'assignment' || !statementFunction(env, s)) break;
    first++;
  }
  return first === 0 ? execution : execution.slice(first);
}

/** Sizes of internal procedures ask for variables that only the statements of their host name. */
function implicitVariables(env: Env, execution: tree.Block): void {
  for (const name of valuedNames(execution))
    if (!lookup(env, name.text) && implicitTypeOf(env, name.text) !== undefined) implicitVariable(env, name);
}

function internal(env: Env, unit: tree.Procedure): Procedure | undefined {
  if (unit.kind === 'module-procedure') return undefined;
  const entry = env.scope.names.get(unit.name.text);
  if (entry?.facts.unit !== unit) return undefined;
  return analyseBody(unit, prepare({ ...env, unit: undefined, constructs: undefined }, unit, 'contained'));
}

export function analyseMain(env: Env, unit: tree.MainProgram): Procedure {
  const name = unit.name?.text ?? 'main';
  const procedure: OpenProcedure = {
    kind: 'procedure',
    name,
    span: unit.name?.span ?? unit.heading,
    linkName: name,
    signature: {
      subroutine: true,
      targets: hostTargets,
      dummies: [],
      result: undefined,
      elemental: false,
      pure: false,
      bindC: false,
      launchBounds: [],
      clusterDims: undefined,
      implicit: false,
    },
    origin: 'main',
    host: undefined,
    module: undefined,
    bindC: false,
    recursive: false,
    body: undefined,
  };
  const scope = newScope({
    kind: 'procedure',
    parent: undefined,
    prefix: name,
    owner: procedure,
    static: true,
    targets: hostTargets,
  });
  const inner: Env = { ...env, scope };
  collect(inner, unit.specification);
  for (const inside of unit.contains) declareContained(inner, inside);
  const named = unit.name && unitNameProblem(inner, unit.name, 'program');
  if (named) env.file.report(named);
  return analyseBody(unit, { procedure, env: inner });
}
