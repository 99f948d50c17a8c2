/** Bytes of an object whose type has a table. */
import { sizeCallName } from '../../../../ir/bound-calls.ts';
import { i64, load } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { Type } from '../../program.ts';
import type { Context } from '../context.ts';
import { sizeOfType } from '../memory.ts';
import { notYet } from '../not-yet.ts';
import { needTypeTable, tableFields } from './type-tables.ts';

/** i64. `type`: the declared one. */
export function objectBytes(ctx: Context, type: Type, table: Expression): Expression {
  const open = type.base === 'any' || (type.base === 'derived' && type.polymorphic);
  if (!open) return i64(sizeOfType(type));
  if (ctx.mode === 'device' && type.base === 'derived') return asked(ctx, type, table);
  if (ctx.mode === 'device') notYet(ctx, 'a value of class(*) that is no variable in device code');
  return load('i64', table, tableFields.bytes);
}

/** Device code does not read tables. */
function asked(ctx: Context, type: Type, table: Expression): Expression {
  const name = sizeCallName(needTypeTable(ctx.module, type));
  ctx.module.needExtern({ name, from: 'object', params: ['ptr.host'], results: ['i64'] });
  return ctx.call({ kind: 'direct', name }, [table], ['i64'])[0] ?? i64(0);
}
