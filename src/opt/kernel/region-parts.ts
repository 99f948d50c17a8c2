/** What the files that cut kernels share: the result, and short ways to write its statements. */
import { isBlockBarrier, isWarpBarrier } from '../../ir/effects.ts';
import type { Expression, Local, Statement } from '../../ir/module.ts';
import type { ValueType } from '../../ir/types.ts';
import type { Uniformity } from '../../ir/uniformity.ts';
import { mapStatement } from '../../ir/walk.ts';

export type Of<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

export type RegionKernel = {
  readonly locals: readonly Local[];
  readonly body: readonly Statement[];
  readonly threads: ReadonlySet<string>;
  readonly warps: ReadonlySet<string>;
  /** Regions that still hold functions of warps: they run in whole warps of neighbours in x. */
  readonly whole: ReadonlySet<string>;
  /** Locals that exist once per block (or warp), not once per thread. */
  readonly single: ReadonlySet<number>;
  /** Where warp functions exchange values: two areas of 256 bytes, set up by the back end. */
  readonly exchange: { readonly write: number; readonly read: number } | undefined;
  readonly uniformity: Uniformity;
};

export type Level = 'block' | 'warp';

export type Made = {
  readonly locals: Local[];
  readonly threads: Set<string>;
  readonly warps: Set<string>;
  readonly whole: Set<string>;
  readonly single: Set<number>;
  names: number;
  /** Barriers that only some threads reach end the kernel. */
  readonly checkBarriers: boolean;
  exchange: { readonly write: number; readonly read: number } | undefined;
};

export function newLocal(made: Made, name: string, type: ValueType): number {
  made.locals.push({ name, type });
  return made.locals.length - 1;
}

export function newSingle(made: Made, name: string, type: ValueType): number {
  const index = newLocal(made, name, type);
  made.single.add(index);
  return index;
}

export function newLabel(made: Made, name: string): string {
  return `%${name}${made.names++}`;
}

export function region(made: Made, body: readonly Statement[]): Statement {
  const label = newLabel(made, 'threads');
  made.threads.add(label);
  return { kind: 'block', label, body };
}

export function isCut(s: Statement, level: Level): boolean {
  if (s.kind === 'fence') return level === 'block' && s.together === true;
  if (s.kind === 'barrier') return level === 'warp' ? isWarpBarrier(s) : isBlockBarrier(s);
  return level === 'warp' && s.kind === 'warp';
}

export const get = (index: number, type: ValueType): Expression => ({ kind: 'local', type, index });

export const put = (local: number, value: Expression): Statement => ({ kind: 'set', local, value });

export const when = (
  condition: Expression,
  then: readonly Statement[],
  otherwise: readonly Statement[] = [],
): Statement => ({
  kind: 'if',
  condition,
  then,
  otherwise,
});

/** How the statements of a list are run. */
export type Context = {
  /** Whether some threads may be skipping here. */
  readonly masked: boolean;
  /** Whether all threads of the block come here alike, so that code around the regions may stand for them. */
  readonly together: boolean;
  /** Whether nothing is cut behind the list, up to the kernel's end. */
  readonly last: boolean;
};

/** `list` with its locals renamed. */
export function renamed(list: readonly Statement[], local: (l: number) => number): readonly Statement[] {
  const rename = (e: Expression): Expression => {
    if (e.kind === 'local') {
      const to = local(e.index);
      return to === e.index ? e : { ...e, index: to };
    }
    if (e.kind === 'op') return { ...e, args: e.args.map(rename) };
    return e.kind === 'load' ? { ...e, from: rename(e.from) } : e;
  };
  const body = (b: readonly Statement[]): readonly Statement[] =>
    b.map((s) => mapStatement(s, { expression: rename, body, local }));
  return body(list);
}
