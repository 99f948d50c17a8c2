/** What all constructs share: where they stand, how cycle and exit know them, conditions. */
import type { Span } from '../../../../base/source.ts';
import * as controlErrors from '../../errors/control.ts';
import type { Expr } from '../../program.ts';
import type * as tree from '../../tree.ts';
import { resolveIntrinsic } from '../calls/intrinsic-calls.ts';
import type { Construct, Env } from '../context.ts';
import { int4 } from '../expressions/make.ts';

export type At = { readonly span: Span; readonly label: number | undefined };

export function at(s: { readonly span: Span; readonly label: tree.Label | undefined }): At {
  return { span: s.span, label: s.label?.value };
}

export function condition(env: Env, e: tree.Expression): Expr | undefined {
  const value = env.file.expression(env, e);
  if (!value) return undefined;
  if (value.type.base === 'logical' && value.rank === 0) return value;
  if (value.type.base !== 'integer' || value.rank > 0) return void env.file.report(controlErrors.conditionType(value));
  env.file.report(controlErrors.integerCondition(value));
  return resolveIntrinsic('btest', [{ value }, { value: int4(0, value.span) }], value.span, env.file.report);
}

/** The environment inside a construct, and the name that cycle and exit use. */
export function enter(
  env: Env,
  s: { readonly name: tree.Name | undefined },
  loop: boolean,
  concurrent?: Span,
): { inner: Env; name: string } {
  const number = env.unit ? env.unit.nextConstruct++ : 0;
  const written = s.name?.text;
  const before = written === undefined ? undefined : env.unit?.constructs.get(written);
  if (s.name && before && env.scope.kind !== 'block') env.file.report(controlErrors.constructTwice(s.name, before));
  if (s.name && !before) env.unit?.constructs.set(s.name.text, s.name.span);
  const name = written === undefined ? `#${number}` : `${written}#${number}`;
  const construct: Construct = { outer: env.constructs, written, name, loop, ...(concurrent && { concurrent }) };
  return { inner: { ...env, constructs: construct }, name };
}
