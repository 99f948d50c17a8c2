/** If constructs and statements, and the arithmetic if. */
import * as controlErrors from '../../errors/control.ts';
import { madeVariable } from '../../made-variable.ts';
import type { Expr, Stmt } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { int4 } from '../expressions/make.ts';
import { convert } from '../fold/fold.ts';
import { at, condition, enter } from './construct.ts';
import { guard } from './sides.ts';

export function ifConstruct(env: Env, s: tree.IfConstruct): Stmt {
  const { inner: plain, name } = enter(env, s, false);
  let inner = plain;
  const arms = s.arms.flatMap((arm) => {
    inner = guard(inner, [arm.condition]);
    const c = condition(inner, arm.condition);
    const body = env.file.statements(inner, arm.body);
    return c ? [{ condition: c, body }] : [];
  });
  const otherwise = s.otherwise ? env.file.statements(inner, s.otherwise) : [];
  const made: Stmt = { kind: 'if', arms, otherwise, ...at(s) };
  if (!s.name) return made;
  return { kind: 'block', name, variables: [], body: [{ ...made, label: undefined }], ...at(s) };
}

export function ifStatement(env: Env, s: tree.IfStatement): Stmt | undefined {
  const c = condition(env, s.condition);
  const body = env.file.statements(guard(env, [s.condition]), [s.action]);
  return c && { kind: 'if', arms: [{ condition: c, body }], otherwise: [], ...at(s) };
}

export function arithmeticIf(env: Env, s: tree.ArithmeticIf): Stmt[] {
  const given = env.file.expression(env, s.value);
  if (!given) return [];
  if (given.type.base !== 'integer' && given.type.base !== 'real') {
    env.file.report(controlErrors.arithmeticIfType(given));
    return [];
  }
  // Asked for twice, evaluated once.
  const simple = given.kind === 'variable' || given.kind === 'constant';
  const held = simple ? undefined : madeVariable('value', given.type, s.span);
  const value: Expr = held ? { kind: 'variable', variable: held, type: given.type, rank: 0, span: s.span } : given;
  const zero = convert(int4(0, s.span), value.type);
  const test = (operator: 'lt' | 'eq'): Expr => ({
    kind: 'binary',
    operator,
    left: value,
    right: zero,
    type: { base: 'logical', kind: 4 },
    rank: 0,
    span: s.span,
  });
  const go = (target: tree.Label): Stmt[] => [{ kind: 'goto', target: target.value, span: s.span, label: undefined }];
  const arms = [
    { condition: test('lt'), body: go(s.negative) },
    { condition: test('eq'), body: go(s.zero) },
  ];
  const branch: Stmt = {
    kind: 'if',
    arms,
    otherwise: go(s.positive),
    span: s.span,
    label: held ? undefined : at(s).label,
  };
  if (!held) return [branch];
  return [{ kind: 'assign', to: value, value: given, transfer: false, ...at(s) }, branch];
}
