/** Values that a loop changes, in locals. */
import { local } from '../../../../ir/build.ts';
import type { ValueType } from '../../../../ir/types.ts';
import type { Context } from '../context.ts';
import type { Value } from '../value.ts';

export type Cell = { readonly get: () => Value; readonly set: (v: Value) => void };

/** A new cell holding `start`. Of characters and derived types it holds where they lie, not the bytes. */
export function newCell(ctx: Context, start: Value): Cell {
  switch (start.kind) {
    case 'plain': {
      const x = single(ctx, start.x.type);
      return started(start, {
        get: () => ({ kind: 'plain', x: x.value }),
        set: (v) => {
          if (v.kind === 'plain') ctx.set(x.index, v.x);
        },
      });
    }
    case 'complex': {
      const re = single(ctx, start.re.type);
      const im = single(ctx, start.im.type);
      return started(start, {
        get: () => ({ kind: 'complex', re: re.value, im: im.value }),
        set: (v) => {
          if (v.kind !== 'complex') return;
          const kept = ctx.keep(v.im);
          ctx.set(re.index, v.re);
          ctx.set(im.index, kept);
        },
      });
    }
    case 'character': {
      const address = single(ctx, start.address.type);
      return started(start, {
        get: () => ({ kind: 'character', address: address.value, length: start.length }),
        set: (v) => {
          if (v.kind === 'character') ctx.set(address.index, v.address);
        },
      });
    }
    case 'derived': {
      const address = single(ctx, start.address.type);
      return started(start, {
        get: () => ({ kind: 'derived', address: address.value }),
        set: (v) => {
          if (v.kind === 'derived') ctx.set(address.index, v.address);
        },
      });
    }
  }
}

function started(start: Value, cell: Cell): Cell {
  cell.set(start);
  return cell;
}

function single(ctx: Context, type: ValueType) {
  const index = ctx.newLocal('sum', type);
  return { index, value: local(index, type) };
}
