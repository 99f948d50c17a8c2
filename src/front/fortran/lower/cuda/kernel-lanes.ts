/** Threads of a block that are the lanes of a gang: where they meet, and what they hand each other. */
import { i32, op, special } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { Expr, Stmt, Variable } from '../../program.ts';
import type { Context } from '../context.ts';
import { loadValue, storeValue } from '../memory.ts';
import { foldThreads, neutral, setScalar, sharedCells } from './kernel-reduction.ts';

export function lowerLanes(ctx: Context, s: Stmt & { readonly kind: 'lanes' }): void {
  switch (s.how) {
    case 'sync':
      sync(ctx);
      break;
    case 'start': {
      const variable = variableOf(s, s.variable);
      const others = op('ne', [special('tid.x'), i32(0)]);
      ctx.if(others, () => setScalar(ctx, variable, neutral(s.operator, variable.type)));
      break;
    }
    case 'share': {
      const variable = variableOf(s, s.variable);
      const cell = sharedCells(ctx, variable.type, 1);
      const isFirst = op('eq', [special('tid.x'), i32(0)]);
      ctx.if(isFirst, () => storeValue(ctx, variable.type, cell, ctx.parts.scalar(ctx, variable)));
      handOn(ctx, variable, cell);
      break;
    }
    case 'reduce': {
      const variable = variableOf(s, s.variable);
      const value = ctx.parts.scalar(ctx, variable);
      handOn(
        ctx,
        variable,
        foldThreads(ctx, s.operator, variable.type, value, () => {}),
      );
      break;
    }
  }
}

type Scalar = Expr & { readonly kind: 'variable' };

function variableOf({ span }: Stmt, variable: Variable): Scalar {
  return { kind: 'variable', variable, type: variable.type, rank: 0, span };
}

/** All threads take what is in the cell, which may be used again then. */
function handOn(ctx: Context, variable: Scalar, cell: Expression): void {
  sync(ctx);
  setScalar(ctx, variable, loadValue(ctx, variable.type, cell));
  sync(ctx);
}

function sync(ctx: Context): void {
  ctx.emit({ kind: 'barrier', scope: 'block' });
}
