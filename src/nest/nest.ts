/**
 * A region of a kernel as a nest of loops: axes from the outermost to the innermost, and the statements that run for each of their points. Threads of a block are axes like a program's
 * loops. CUDA says nothing of the order of threads between two barriers, so that axes of threads may be taken in any order and side by side.
 *
 * A step (`steps/`) makes a nest of a nest; the plan (`plan.ts`) says which are tried. Nobody here knows how a nest is written out.
 */
import type { Expression, Local, Statement } from '../ir/module.ts';
import { printStatements } from '../ir/print.ts';

export type Axis = {
  readonly name: 'thread.x' | 'thread.y' | 'thread.z' | 'lane';
  /** How many points it has; undefined where only a launch tells. */
  readonly extent: number | undefined;
  readonly how: 'serial' | 'vector';
  /** From each point to the next; 1 where not given. */
  readonly step?: number | undefined;
};

export type Nest = {
  /** What messages call it. */
  readonly name: string;
  readonly axes: readonly Axis[];
  readonly body: readonly Statement[];
  /** Those of the kernel; steps add new ones. */
  readonly locals: Local[];
  /** Growth of a number or an address along the vector axis; undefined where it is not even. */
  readonly strideOf: (e: Expression) => number | undefined;
  /** Locals that outlive the nest. */
  readonly kept: (local: number) => boolean;
  /** Locals that are the same for all of its points. */
  readonly same: (local: number) => boolean;
  /** What runs once, before its first point. */
  readonly first: readonly Statement[];
};

export type Step = {
  readonly name: string;
  /** The same nest where there is nothing to do, or where it may not be done. */
  readonly apply: (nest: Nest) => Nest;
};

/** One line for each axis, further in than the one around it, and the statements within. */
export function printNest({ name, axes, body, first }: Nest): string {
  const lines = axes.map(
    (a, depth) =>
      `${'  '.repeat(depth)}${a.how} ${a.name}${a.extent === undefined ? '' : ` of ${a.extent}`}${a.step ? ` in steps of ${a.step}` : ''}`,
  );
  const inner = printStatements(body)
    .split('\n')
    .map((line) => `${'  '.repeat(axes.length - 1)}${line}`);
  const before = first.length > 0 ? ['first', printStatements(first)] : [];
  return [`nest ${JSON.stringify(name)}`, ...before, ...lines, ...inner].join('\n');
}
