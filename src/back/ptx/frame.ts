/** What is known while one function is written. */

import type { Span } from '../../base/source.ts';
import type { Program } from '../../ir/link.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { countSets } from '../../ir/uniformity.ts';
import { eachStatement } from '../../ir/walk.ts';
import type { PtxOptions, TrapPlace } from './artifact.ts';
import type { Code } from './code.ts';
import type { Names } from './names.ts';

/** What the functions of one module share. */
export type Unit = {
  readonly program: Program;
  readonly options: PtxOptions;
  readonly names: Names;
  readonly texts: string[];
  readonly traps: TrapPlace[];
  readonly sources: string[];
  /** Globals of the program that code names, in the order found. */
  readonly globals: Set<string>;
  /** Parts of the module that are written only where something needs them. */
  readonly needs: Set<'hostBase' | 'trapCell' | 'print' | 'gridBarrier' | 'dynamicShared' | 'copy' | 'fill'>;
};

export type Frame = {
  readonly unit: Unit;
  readonly code: Code;
  readonly fn: Fn;
  /** Parameters of a kernel through which nothing is written: their data does not change while it runs. */
  readonly readOnly: ReadonlySet<number>;
  /** i64 locals whose value always fits i32. */
  readonly narrow: ReadonlySet<number>;
  readonly local: (index: number) => string;
  readonly slot: (index: number) => string;
  readonly breaks: Map<string, string>;
  readonly continues: Map<string, string>;
  at: Span | undefined;
};

/** Locals of 64 bits that are set once, to something that fits 32. */
export function narrowLocals(fn: Fn): ReadonlySet<number> {
  const counts = countSets(fn.body, fn.locals.length);
  const narrow = new Set<number>();
  const sets: Extract<Statement, { kind: 'set' }>[] = [];
  eachStatement(fn.body, (s) => {
    if (s.kind === 'set' && fn.locals[s.local]!.type === 'i64' && counts[s.local] === 1 && s.local >= fn.params)
      sets.push(s);
  });
  for (let found = -1; found !== narrow.size; ) {
    found = narrow.size;
    for (const s of sets) if (fitsNarrow(s.value, narrow)) narrow.add(s.local);
  }
  return narrow;
}

/** Whether an i64 is surely the sign extension of its low half. */
export function fitsNarrow(e: Expression, narrow: ReadonlySet<number>): boolean {
  switch (e.kind) {
    case 'const':
      return typeof e.value === 'bigint' && BigInt.asIntN(32, e.value) === e.value;
    case 'local':
      return narrow.has(e.index);
    case 'op':
      if (e.op === 'extend') return true;
      if (e.op === 'min' || e.op === 'max') return e.args.every((a) => fitsNarrow(a, narrow));
      return e.op === 'select' && e.args.slice(1).every((a) => fitsNarrow(a, narrow));
    default:
      return false;
  }
}
