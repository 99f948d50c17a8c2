/** `block`, `associate`. */
import * as controlErrors from '../../errors/control.ts';
import type { Expr, Stmt, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { collect } from '../declarations/declare.ts';
import { startLengths } from '../declarations/length-parameters.ts';
import { finishSpecification } from '../declarations/specification.ts';
import { scopeOfUnit } from '../places.ts';
import { newScope, readyEntry } from '../scope.ts';
import { eachStatement, isExpression, mentions } from '../walk-tree.ts';
import { associateVariable } from './associate.ts';
import { at, enter } from './construct.ts';

export function blockConstruct(env: Env, s: tree.BlockConstruct): Stmt {
  const { inner, name } = enter(env, s, false);
  const number = env.unit?.nextConstruct ?? 0;
  const scope = newScope({
    kind: 'block',
    parent: inner.scope,
    prefix: `${inner.scope.prefix}.block${number}`,
    ownStorage: true,
    static: env.file.options.saved === true && scopeOfUnit(inner.scope).static,
  });
  const inside: Env = { ...inner, scope };
  collect(inside, s.specification);
  finishSpecification(inside);
  const body = [...startLengths(inside, scope.locals), ...env.file.statements(inside, s.execution)];
  return { kind: 'block', name, variables: scope.locals, body, ...at(s) };
}

export function associate(env: Env, s: tree.Associate): Stmt {
  const { inner, name } = enter(env, s, false);
  const scope = newScope({ kind: 'block', parent: inner.scope, prefix: inner.scope.prefix });
  const inside: Env = { ...inner, scope };
  const variables: Variable[] = [];
  for (const a of s.associations) {
    const value = associated(env, a.value);
    const itself = value?.kind === 'variable' && isItself(value.variable, s.body) ? value.variable : undefined;
    const known = itself ?? (value && associateVariable(inside, a.name, value, value.type));
    scope.names.set(a.name.text, readyEntry(inside, a.name.text, a.name.span, known ?? { kind: 'error' }));
    if (known && !itself) variables.push(known);
  }
  return { kind: 'associate', name, variables, body: env.file.statements(inside, s.body), ...at(s) };
}

/** What a name may stand for: a value or a variable. */
function associated(env: Env, e: tree.Expression): Expr | undefined {
  if (e.kind === 'boz') return void env.file.report(controlErrors.notAssociable(e.span, 'a literal without a type'));
  const value = env.file.expression(env, e);
  if (value?.kind === 'null') return void env.file.report(controlErrors.notAssociable(e.span, 'no value'));
  return value;
}

/**
 * Whether the name may stand for the variable itself. It is not allocatable: what is assigned to it takes the length that is there. And it stays with what a pointer
 * has pointed to, when that points elsewhere.
 */
function isItself(v: Variable, body: tree.Block): boolean {
  const { allocatable, pointer } = v.attributes;
  if (allocatable && v.type.base === 'character' && v.type.length.kind === 'deferred') return false;
  return !pointer || !mayPointElsewhere(new Set([v.name]), body);
}

function mayPointElsewhere(names: ReadonlySet<string>, body: tree.Block): boolean {
  let found = false;
  eachStatement(body, (s) => {
    found ||= pointersChangedBy(s).some((e) => mentions(e, names));
  });
  return found;
}

function pointersChangedBy(s: tree.Executable): readonly tree.Expression[] {
  switch (s.kind) {
    case 'pointer-assignment':
      return [s.target];
    case 'nullify':
    case 'deallocate':
      return s.objects;
    case 'allocate':
      return s.allocations.map((a) => a.object);
    case 'call':
      return s.arguments.flatMap((a) => (isExpression(a.value) ? [a.value] : []));
    default:
      return [];
  }
}
