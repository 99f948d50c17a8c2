/** select type. */
import { load, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { descriptorFields } from '../../layout.ts';
import type { Expr, Stmt, Type, Variable } from '../../program.ts';
import { describeArray } from '../arrays/array-argument.ts';
import { describeScalar } from '../calls/argument.ts';
import { callDescribed, givesDescriptor } from '../calls/call.ts';
import { isExtension } from '../calls/intrinsic.ts';
import type { Context, Place } from '../context.ts';
import { baseOf, isDescribedDesignator, lowerDescriptorAddress } from '../designator.ts';
import { fixedSelector } from './fixed-selector.ts';

type SelectType = Stmt & { readonly kind: 'select-type' };
type Guarded = SelectType['cases'][number];

export function lowerSelectType(ctx: Context, s: SelectType): void {
  const label = ctx.freshLabel(s.name);
  ctx.constructs.set(s.name, { exit: label });
  ctx.block(label, () => {
    const descriptor = ctx.keep(selectorDescriptor(ctx, s.selector), 'selector');
    const table = ctx.keep(load('ptr.host', descriptor, descriptorFields.type), 'type');
    const rank: Record<string, number> = { is: 0, class: 1 };
    const tested = s.cases
      .filter((c) => c.guard)
      .sort((a, b) => (rank[a.guard?.kind ?? ''] ?? 2) - (rank[b.guard?.kind ?? ''] ?? 2) || depth(b) - depth(a));
    tryCase(ctx, s, tested, 0, descriptor, table);
  });
}

function selectorDescriptor(ctx: Context, e: Expr): Expression {
  if (isDescribedDesignator(ctx, e)) return fixedSelector(ctx, e, lowerDescriptorAddress(ctx, e));
  if (e.kind === 'call' && givesDescriptor(ctx, e)) return callDescribed(ctx, e);
  return e.rank > 0 ? describeArray(ctx, e) : describeScalar(ctx, e);
}

/** Of class guards the most special one comes first. */
function depth(c: Guarded): number {
  let n = 0;
  const type = c.guard?.type;
  if (type?.base === 'derived') for (let t = type.type.extends; t; t = t.extends) n++;
  return n;
}

function tryCase(
  ctx: Context,
  s: SelectType,
  tested: readonly Guarded[],
  i: number,
  descriptor: Expression,
  table: Expression,
): void {
  const c = tested[i];
  if (!c?.guard) {
    const rest = s.cases.find((r) => !r.guard);
    if (rest) runCase(ctx, s, rest, descriptor);
    return;
  }
  const wanted = ctx.parts.typeTable(ctx, c.guard.type);
  const condition = c.guard.kind === 'is' ? op('eq', [table, wanted]) : isExtension(ctx, table, wanted);
  ctx.if(
    condition,
    () => runCase(ctx, s, c, descriptor),
    () => tryCase(ctx, s, tested, i + 1, descriptor, table),
  );
}

function runCase(ctx: Context, s: SelectType, c: Guarded, descriptor: Expression): void {
  if (c.variable) ctx.bind(c.variable, casePlace(ctx, c.variable, s.selector, descriptor));
  ctx.parts.statements(ctx, c.body);
}

function casePlace(ctx: Context, v: Variable, selector: Expr, descriptor: Expression): Place {
  if (isPolymorphic(v.type) || selector.rank > 0) return { kind: 'descriptor', address: descriptor };
  const address = ctx.keep(baseOf(ctx, v.attributes, descriptor));
  if (v.type.base !== 'character') return { kind: 'memory', address };
  return { kind: 'memory', address, length: load('i64', descriptor, descriptorFields.elementBytes) };
}

function isPolymorphic(type: Type): boolean {
  return type.base === 'any' || (type.base === 'derived' && type.polymorphic);
}
