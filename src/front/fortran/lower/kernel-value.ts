/** Kernels as values of procedure pointers: a function of the host that launches the kernel with the shape and the arguments that it gets. */
import { local } from '../../../ir/build.ts';
import type { Expression, Triple } from '../../../ir/module.ts';
import type { ValueType } from '../../../ir/types.ts';
import type { Procedure, Signature } from '../program.ts';
import { headingOf, symbolName } from './abi.ts';
import type { Context } from './context.ts';

/** Grid, block, shared bytes, stream; the kernel's own parameters follow. */
const shapeTypes: readonly ValueType[] = ['i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i64'];

export function kernelValue(ctx: Context, p: Procedure): Expression {
  const kernel = symbolName(p, 'kernel');
  const name = `launch:${kernel}`;
  if (!ctx.module.hasFunction(name)) addLauncher(ctx, p, name, kernel);
  return { kind: 'function', type: 'ptr.host', name };
}

function addLauncher(ctx: Context, p: Procedure, name: string, kernel: string): void {
  const params = launcherTypes(p.signature);
  const at = (i: number): Expression => local(i, params[i] ?? 'i32');
  const triple = (from: number): Triple => [at(from), at(from + 1), at(from + 2)];
  ctx.module.addFunction({
    name,
    kind: 'host',
    params: params.length,
    results: [],
    locals: params.map((type, i) => ({ name: `p${i}`, type })),
    slots: [],
    at: p.span,
    shareable: true,
    body: [
      {
        kind: 'launch',
        at: p.span,
        kernel: { kind: 'direct', name: kernel },
        grid: triple(0),
        block: triple(3),
        shared: at(6),
        stream: at(7),
        args: params.slice(shapeTypes.length).map((_, i) => at(shapeTypes.length + i)),
      },
      { kind: 'return', at: p.span, values: [] },
    ],
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
