/** Kernels as values of procedure pointers: a function of the host that launches the kernel with the shape and the arguments that it gets. */
import { i32, i64, op } from '../../../../ir/build.ts';
import { launcherName } from '../../../../ir/launcher.ts';
import type { Expression, Triple } from '../../../../ir/module.ts';
import type { ValueType } from '../../../../ir/types.ts';
import type { Procedure, Signature } from '../../program.ts';
import { headingOf, symbolName } from '../calls/abi.ts';
import { Context } from '../context.ts';
import { shapeOf } from './launch-shape.ts';

/** Grid, block, shared bytes, stream; the kernel's own parameters follow. */
const shapeTypes: readonly ValueType[] = ['i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i64'];

export function kernelValue(ctx: Context, p: Procedure): Expression {
  const kernel = symbolName(p, 'kernel');
  const name = launcherName(kernel);
  if (!ctx.module.hasFunction(name)) addLauncher(ctx, p, name, kernel);
  return { kind: 'function', type: 'ptr.host', name };
}

/** A grid of -1: as many blocks as the device can run at once. */
function addLauncher(ctx: Context, p: Procedure, name: string, kernel: string): void {
  const own = new Context(ctx.module, ctx.parts, { name, mode: 'host', procedure: undefined, at: p.span }, new Set());
  const params = launcherTypes(p.signature).map((type, i) => own.variable(`p${i}`, type));
  const triple = (from: number): Triple => [params[from]!, params[from + 1]!, params[from + 2]!];
  const [shared, stream] = [params[6]!, params[7]!];
  own.if(op('eq', [params[0]!, i32(-1)]), () => {
    const none = { trips: i64(-1) };
    const { grid } = shapeOf(own, kernel, [none, none, none], [i32(-1), i32(-1), i32(-1)], triple(3));
    grid.forEach((n, i) => {
      own.set(params[i]!.index, n);
    });
  });
  const args = params.slice(shapeTypes.length);
  own.emit({
    kind: 'launch',
    kernel: { kind: 'direct', name: kernel },
    grid: triple(0),
    block: triple(3),
    shared,
    stream,
    args,
  });
  ctx.module.addFunction({
    name,
    kind: 'host',
    params: params.length,
    results: [],
    locals: own.locals,
    slots: own.slots,
    at: p.span,
    shareable: true,
    body: [...own.statements, { kind: 'return', at: p.span, values: [] }],
  });
}

function launcherTypes(s: Signature): readonly ValueType[] {
  return [...shapeTypes, ...headingOf(s, 'kernel', false).params];
}

export type LaunchParts = {
  readonly grid: Triple;
  readonly block: Triple;
  readonly shared: Expression;
  readonly stream: Expression;
  readonly args: readonly Expression[];
};

/** A launch of whatever kernel the pointer holds. */
export function launchThrough(ctx: Context, pointer: Expression, s: Signature, l: LaunchParts): void {
  const args = [...l.grid, ...l.block, l.shared, l.stream, ...l.args];
  ctx.call({ kind: 'indirect', pointer, params: launcherTypes(s), results: [] }, args, []);
}
