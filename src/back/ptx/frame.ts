/** What is known while one function is written. */

import type { Span } from '../../base/source.ts';
import type { Program } from '../../ir/link.ts';
import type { Expression, Fn } from '../../ir/module.ts';
import type { SpecialName } from '../../ir/operations.ts';
import type { Address, Affine } from '../../opt/analysis/affine.ts';
import type { CongruenceOf } from '../../opt/analysis/congruence.ts';
import type { Orders, SumNames } from './address-sums.ts';
import type { Alignment } from './alignment.ts';
import type { HostCell, PtxOptions, TrapPlace } from './artifact.ts';
import type { Code } from './code.ts';
import type { Planned } from './grouped-accesses.ts';
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
  /** Data of the host that kernels only read and only host code changes. */
  readonly byHost: ReadonlySet<string>;
  /** Parts of the module that are written only where something needs them. */
  readonly needs: Set<
    'hostBase' | 'trapCell' | 'lastWords' | 'patience' | 'print' | 'gridBarrier' | 'dynamicShared' | 'copy' | 'fill'
  >;
};

/** A loop in which threads may wait: registers for the iterations since a thread got on there, and for when it looked at the clock for the first time since. */
export type Wait = {
  readonly iterations: string;
  readonly since: string;
  readonly at: Span | undefined;
  readonly message: string;
};

export type Frame = {
  readonly unit: Unit;
  readonly code: Code;
  readonly fn: Fn;
  /** Whether an address leads to data that does not change while the kernel runs. */
  readonly isReadOnly: (address: Expression) => boolean;
  /** i64 locals whose value always fits i32. */
  readonly narrow: ReadonlySet<number>;
  /** Locals that depend on parameters alone: all threads have the same. */
  readonly fixed: ReadonlySet<number>;
  readonly addressOf: (from: Expression, offset: number) => Address;
  /** How the sums of addresses are made: see `address-sums.ts`. */
  readonly orders: Orders;
  readonly sumNames: SumNames;
  /** What whole numbers are congruent to. */
  readonly congruence: CongruenceOf;
  readonly alignment: Alignment;
  /** Whether two addresses may lead to the same data. */
  readonly mayMeet: (a: Expression, b: Expression) => boolean;
  /** What threads share of the addresses made so far, each the first of those that differ from it in that. */
  readonly addresses: Map<string, Affine>;
  /** How many loops a local is set inside of; 0 for those that are not named. */
  readonly depths: ReadonlyMap<number, number>;
  readonly local: (index: number) => string;
  readonly slot: (index: number) => string;
  readonly breaks: Map<string, string>;
  readonly continues: Map<string, string>;
  /** Registers that hold where the thread stands, read once on entry. */
  readonly specials: Map<SpecialName, string>;
  /** Loops around the code being written in which threads may wait, the innermost last. */
  readonly waits: Wait[];
  /** Cells of the host's data that come along with the parameters. */
  readonly hostCells: HostCell[];
  /** Loads of the code being written that go together. */
  plans: ReadonlyMap<Expression, Planned>;
  at: Span | undefined;
};
