/**
 * What does not change while a region or loop runs is computed before it: once per launch, per block, or before the region;
 * within a thread, before its loops. Reads of memory stay where they are, but for cells of constant memory that have a name.
 */
import type { Bits } from '../../ir/liveness.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import type { SpecialName } from '../../ir/operations.ts';
import { countSets } from '../../ir/uniformity.ts';
import type { KeyOf } from '../../ir/value-key.ts';
import { bodiesOf, changeParts, mapStatement } from '../../ir/walk.ts';
import { isCostly, isWorth, LoopHoister, rewrite, writtenIn } from '../scalar/licm.ts';
import type { RegionKernel } from './region-parts.ts';

export type HoistedKernel = RegionKernel & {
  /** Run once, before the first block. */
  readonly launch: readonly Statement[];
  /** What the locals hold that are set there, or before a region: it is the same until the region ends. */
  readonly values: ReadonlyMap<number, Expression>;
};

export type HoistFacts = {
  /** Locals that are the same for all threads when a region begins. */
  readonly shared: (local: number) => boolean;
  /** What changes within a region, since its threads are those of several blocks. */
  readonly ofBlock: (e: Expression) => boolean;
};

export function hoist(kernel: RegionKernel, params: number, facts: HoistFacts, keyOf: KeyOf): HoistedKernel {
  const hoister = new Hoister(kernel, params, facts, keyOf);
  const body = hoister.level(kernel.body);
  return {
    ...kernel,
    locals: hoister.inThread.locals,
    single: hoister.single,
    body: [...hoister.block, ...body],
    launch: hoister.launch,
    values: hoister.values,
  };
}

const threadSpecials: ReadonlySet<SpecialName> = new Set<SpecialName>(['tid.x', 'tid.y', 'tid.z', 'laneid']);
const blockSpecials: ReadonlySet<SpecialName> = new Set<SpecialName>(['ctaid.x', 'ctaid.y', 'ctaid.z', 'cluster.rank']);

/** How far up an expression can go. */
const reaches = { launch: 3, block: 2, before: 1, stays: 0 } as const;
type Reach = (typeof reaches)[keyof typeof reaches];

const same = (e: Expression): Expression => e;

class Hoister {
  readonly inThread: LoopHoister;
  readonly single: Set<number>;
  readonly launch: Statement[] = [];
  readonly block: Statement[] = [];
  readonly values = new Map<number, Expression>();
  private readonly kernel: RegionKernel;
  private readonly params: number;
  private readonly facts: HoistFacts;
  private readonly known = new Map<string, number>();
  /** Whether functions of the math library may be moved. */
  private costly = false;

  constructor(kernel: RegionKernel, params: number, facts: HoistFacts, keyOf: KeyOf) {
    this.kernel = kernel;
    this.params = params;
    this.facts = facts;
    this.inThread = new LoopHoister(kernel.locals, keyOf, isCostly, countSets(kernel.body, kernel.locals.length));
    this.single = new Set(kernel.single);
  }

  /** Statements around the regions. */
  level(list: readonly Statement[]): readonly Statement[] {
    return list.flatMap((s): readonly Statement[] => {
      if (s.kind !== 'block' || !this.kernel.threads.has(s.label)) {
        if (bodiesOf(s).length === 0) return [s];
        return [mapStatement(s, { expression: (e) => e, body: (b) => this.level(b) })];
      }
      const before: Statement[] = [];
      const body = this.region(s.body, before);
      return [...before, { ...s, body }];
    });
  }

  private region(body: readonly Statement[], before: Statement[]): readonly Statement[] {
    const written = writtenIn(body, this.inThread.locals.length);
    const local = new Map<string, number>();
    const replace = (e: Expression): Expression | undefined => {
      const reach = this.reach(e, written);
      if (reach === reaches.stays) return undefined;
      return reach === reaches.before ? this.held(e, local, before, partly) : this.further(e, reach);
    };
    // Loops around the region come to what stands before it again and again.
    const partly = (e: Expression): Expression =>
      changeParts(e, (a) => {
        const reach = a.kind === 'op' && isWorth(a) ? this.reach(a, written) : reaches.stays;
        return reach > reaches.before ? this.further(a, reach) : partly(a);
      });
    const rewritten = body.flatMap((s) => {
      // Every thread comes here, so that even what is costly may go before.
      this.costly = s.kind === 'set' || s.kind === 'store';
      return rewrite([s], replace);
    });
    this.costly = false;
    return this.inThread.loops(rewritten);
  }

  /** Before the first block, or before the regions of each. */
  private further(e: Expression, reach: Reach): Expression {
    return this.held(e, this.known, reach === reaches.launch ? this.launch : this.block);
  }

  /** A local that holds `e`, computed as `made` says. */
  private held(e: Expression, known: Map<string, number>, target: Statement[], made = same): Expression {
    const local = this.inThread.held(e, known, target, made);
    this.single.add(local.index);
    this.values.set(local.index, e);
    return local;
  }

  private reach(e: Expression, written: Bits): Reach {
    if (this.facts.ofBlock(e)) return reaches.stays;
    switch (e.kind) {
      case 'const':
      case 'global':
      case 'function':
      case 'dynamic-shared':
        return reaches.launch;
      case 'special':
        return threadSpecials.has(e.name) ? reaches.stays : blockSpecials.has(e.name) ? reaches.block : reaches.launch;
      case 'local':
        if (e.index < this.params) return reaches.launch;
        if (written.has(e.index)) return reaches.stays;
        return this.single.has(e.index) || this.facts.shared(e.index) ? reaches.before : reaches.stays;
      case 'slot':
        return reaches.stays;
      case 'load':
        return isConstantCell(e) ? reaches.launch : reaches.stays;
      case 'op': {
        if (isCostly(e) && !this.costly) return reaches.stays;
        let reach: Reach = reaches.launch;
        for (const a of e.args) {
          const r = this.reach(a, written);
          if (r < reach) reach = r;
        }
        return reach;
      }
    }
  }
}

function isConstantCell({ from, volatile }: Extract<Expression, { kind: 'load' }>): boolean {
  const named = from.kind === 'op' && from.op === 'cast.space' ? from.args[0] : from;
  return from.type === 'ptr.constant' && named?.kind === 'global' && !volatile;
}
