/**
 * A body that each thread of a team runs, as a function of its own. It gets the address of cells that the procedure around it fills: addresses, lengths and bounds of what
 * it uses of that one's variables, and the values of scalars that it only reads.
 */
import type { Expression } from '../../../../ir/module.ts';
import { localsSetIn } from '../../../../ir/walk.ts';
import { Context } from '../context.ts';
import { captured, cellBytes, keepInMemory, memoryOf } from './captures.ts';
import type { CapturesOf } from './captures-of.ts';

export type Region = { readonly name: string; readonly cells: readonly Expression[] };

/** Makes the function; what its cells hold is to be stored by the caller. */
export function outlineRegion(ctx: Context, body: (region: Context) => void): Region {
  const number = ctx.module.freshName('region').split('.').at(-1);
  const name = `${ctx.name}.team${number}`;
  const region = new Context(
    ctx.module,
    ctx.parts,
    { name, mode: 'host', procedure: ctx.procedure, at: ctx.at },
    ctx.addressed,
  );
  const frame = region.variable('frame', 'ptr.host');
  const captures: CapturesOf<Context> = { outer: ctx, frame, cells: [], entry: [], copies: new Map() };
  region.captures = captures;
  region.hostFrame = ctx.hostFrame;
  region.branchedTo = ctx.branchedTo;
  if (ctx.frame) region.frame = captured(region, captures, ctx.frame);
  const inner = region.capture(() => body(region));
  const ends = region.capture(() => {
    region.runExits();
    region.runEnds();
  });
  const written = localsSetIn(inner);
  for (const [copy, v] of captures.copies) if (written.has(copy)) keepInMemory(region, v);
  if (region.again) ctx.again = true;
  ctx.module.addFunction({
    name,
    kind: 'host',
    params: 1,
    results: [],
    locals: region.locals,
    slots: region.slots,
    body: [...captures.entry, ...region.begins, ...inner, ...ends, { kind: 'return', values: [], at: ctx.at }],
    at: ctx.at,
  });
  return { name, cells: captures.cells };
}

/** Stores what the cells of a region hold; gives their address. */
export function fillCells(ctx: Context, cells: readonly Expression[]): Expression {
  if (cells.length === 0) return { kind: 'const', type: 'ptr.host', value: 0n };
  const frame = ctx.slot('team', cellBytes * cells.length, cellBytes);
  cells.forEach((e, i) => {
    const value: Expression = e.type === 'bool' ? { kind: 'op', type: 'i32', op: 'to.i32', args: [e] } : e;
    ctx.store(memoryOf(e.type), frame, value, cellBytes * i);
  });
  return frame;
}
