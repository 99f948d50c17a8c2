/** A call of an elemental subroutine with arrays: once for each element. */

import type { Expression } from '../../../ir/module.ts';
import type { Actual, Stmt } from '../program.ts';
import { signatureOf } from '../signature-of.ts';
import { nest } from './array-loop.ts';
import { frozen, placeAt } from './array-temporary.ts';
import { commonExtents, type Elements } from './array-value.ts';
import type { Context } from './context.ts';
import { isDesignator } from './designator.ts';
import { viewOf } from './section.ts';
import type { Value } from './value.ts';
import { isDeviceView } from './view.ts';

type CallStmt = Stmt & { readonly kind: 'call' };
type Operand = { readonly elements: Elements | undefined; readonly at: (indexes: readonly Expression[]) => Value };

export function callForEach(ctx: Context, s: CallStmt): void {
  const operands = s.args.map((a, i) => operandOf(ctx, s, a, i));
  const extents = commonExtents(operands.map((o) => o?.elements));
  nest(ctx, extents, (indexes) => {
    ctx.parts.callElemental(
      ctx,
      s,
      operands.map((o) => o?.at(indexes)),
    );
  });
}

/** A variable is passed where it lies, as the procedure may change it. */
function operandOf(ctx: Context, s: CallStmt, a: Actual, i: number): Operand | undefined {
  if (a === undefined || a.kind === 'alternate-return') return undefined;
  const d = signatureOf(s.callee).dummies[i];
  const changes = d !== undefined && d !== 'alternate-return' && d.attributes.intent !== 'in' && !d.attributes.value;
  if (a.rank === 0 || !changes || !isDesignator(a)) {
    if (a.rank === 0 && changes && isDesignator(a)) {
      const address = ctx.keep(ctx.parts.address(ctx, a), 'argument');
      return { elements: undefined, at: () => ({ kind: 'derived', address }) };
    }
    const elements = ctx.parts.elements(ctx, a);
    return { elements, at: elements.at };
  }
  const view = frozen(ctx, viewOf(ctx, a));
  if (ctx.mode === 'host' && isDeviceView(view)) {
    const elements = ctx.parts.elements(ctx, a);
    return { elements, at: elements.at };
  }
  const text = a.type.base === 'character';
  const elements: Elements = {
    type: a.type,
    extents: view.axes.map((x) => x.extent),
    bytes: view.bytes,
    flat: false,
    at: (indexes) => {
      const address = placeAt(view, indexes);
      return text ? { kind: 'character', address, length: view.bytes } : { kind: 'derived', address };
    },
  };
  return { elements, at: elements.at };
}
