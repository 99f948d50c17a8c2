/**
 * What does not change while a region or loop runs is computed before it: once per launch, per block, or before the region;
 * within a thread, before its loops. Reads of memory stay where they are.
 */
import type { Expression, Local, Statement } from '../ir/module.ts';
import { type Operation, operations, type SpecialName } from '../ir/operations.ts';
import { isPointer } from '../ir/types.ts';
import { Bits } from '../ir/liveness.ts';
import { bodiesOf, eachStatement, localsSet, mapStatement } from '../ir/walk.ts';
import type { CutKernel } from './cut.ts';

export type HoistedKernel = CutKernel & {
  /** Run once, before the first block. */
  readonly launch: readonly Statement[];
};

export type KeyOf = (e: Expression) => string;

/** `shared`: locals that are the same for all threads when a region begins. */
export function hoist(kernel: CutKernel, params: number, shared: (local: number) => boolean, keyOf: KeyOf): HoistedKernel {
  const hoister = new Hoister(kernel, params, shared, keyOf);
  const body = hoister.level(kernel.body);
  return { ...kernel, locals: hoister.locals, single: hoister.single, body: [...hoister.block, ...body], launch: hoister.launch };
}

const threadSpecials: ReadonlySet<SpecialName> = new Set<SpecialName>(['tid.x', 'tid.y', 'tid.z', 'laneid']);
const blockSpecials: ReadonlySet<SpecialName> = new Set<SpecialName>(['ctaid.x', 'ctaid.y', 'ctaid.z', 'cluster.rank']);

/** How far up an expression can go. */
const reaches = { launch: 3, block: 2, before: 1, stays: 0 } as const;
type Reach = (typeof reaches)[keyof typeof reaches];

class Hoister {
  readonly locals: Local[];
  readonly single: Set<number>;
  readonly launch: Statement[] = [];
  readonly block: Statement[] = [];
  private readonly kernel: CutKernel;
  private readonly params: number;
  private readonly shared: (local: number) => boolean;
  private readonly keyOf: KeyOf;
  private readonly known = new Map<string, number>();
  /** Whether functions of the math library may be moved. */
  private costly = false;

  constructor(kernel: CutKernel, params: number, shared: (local: number) => boolean, keyOf: KeyOf) {
    this.kernel = kernel;
    this.params = params;
    this.shared = shared;
    this.keyOf = keyOf;
    this.locals = [...kernel.locals];
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
    const written = writtenIn(body, this.locals.length);
    const local = new Map<string, number>();
    const replace = (e: Expression): Expression | undefined => {
      const reach = this.reach(e, written);
      if (reach === reaches.stays) return undefined;
      const [known, target] =
        reach === reaches.launch ? [this.known, this.launch] : reach === reaches.block ? [this.known, this.block] : [local, before];
      return this.held(e, known, target, true);
    };
    const rewritten = body.flatMap((s) => {
      // Every thread comes here, so that even what is costly may go before.
      this.costly = s.kind === 'set' || s.kind === 'store';
      return this.rewrite([s], replace);
    });
    this.costly = false;
    return this.loops(rewritten);
  }

  /** A local that holds `e`, set at the end of `target`. */
  private held(e: Expression, known: Map<string, number>, target: Statement[], single: boolean): Expression {
    const key = this.keyOf(e);
    let index = known.get(key);
    if (index === undefined) {
      index = this.locals.length;
      this.locals.push({ name: 'hoisted', type: e.type });
      if (single) this.single.add(index);
      known.set(key, index);
      target.push({ kind: 'set', local: index, value: e });
    }
    return { kind: 'local', type: e.type, index };
  }

  private reach(e: Expression, written: Bits): Reach {
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
        if (e.index < written.words.length * 32 && written.has(e.index)) return reaches.stays;
        return this.single.has(e.index) || this.shared(e.index) ? reaches.before : reaches.stays;
      case 'slot':
      case 'load':
        return reaches.stays;
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

  /** `replace` gives what stands for an expression, or undefined to look below it. */
  private rewrite(list: readonly Statement[], replace: (e: Expression) => Expression | undefined): readonly Statement[] {
    const change = (e: Expression): Expression => {
      if (e.kind === 'load') {
        const from = change(e.from);
        return from === e.from ? e : { ...e, from };
      }
      if (e.kind !== 'op') return e;
      if (isWorth(e)) {
        const made = replace(e);
        if (made) return made;
      }
      const args = e.args.map(change);
      return args.every((a, i) => a === e.args[i]) ? e : { ...e, args };
    };
    const body = (b: readonly Statement[]): readonly Statement[] => b.map((s) => mapStatement(s, { expression: change, body }));
    return body(list);
  }

  /** In each loop of a thread, outermost first. */
  private loops(list: readonly Statement[]): readonly Statement[] {
    return list.flatMap((s): readonly Statement[] => {
      if (bodiesOf(s).length === 0) return [s];
      if (s.kind !== 'for' && s.kind !== 'loop') return [mapStatement(s, { expression: (e) => e, body: (b) => this.loops(b) })];
      const written = writtenIn([s], this.locals.length);
      const before: Statement[] = [];
      const known = new Map<string, number>();
      const body = this.rewrite(s.body, (e) => (this.staysSame(e, written) ? this.held(e, known, before, false) : undefined));
      return [...before, { ...s, body: this.loops(body) }];
    });
  }

  private staysSame(e: Expression, written: Bits): boolean {
    switch (e.kind) {
      case 'local':
        return e.index >= written.words.length * 32 || !written.has(e.index);
      case 'load':
        return false;
      case 'op':
        return !isCostly(e) && e.args.every((a) => this.staysSame(a, written));
      default:
        return true;
    }
  }
}

/** Not to be computed where it might not be needed. */
function isCostly(e: Extract<Expression, { kind: 'op' }>): boolean {
  const row: Operation = operations[e.op];
  return row.expensive === true;
}

/** Address constants and casts of them cost nothing where they stand. */
function isWorth(e: Extract<Expression, { kind: 'op' }>): boolean {
  if (e.op === 'cast.space' || e.op === 'extend' || e.op === 'extend.u') {
    const a = e.args[0]!;
    return a.kind === 'op' && !(isPointer(e.type) && a.op === 'cast.space') && isWorth(a);
  }
  return true;
}

function writtenIn(list: readonly Statement[], locals: number): Bits {
  const written = new Bits(locals);
  eachStatement(list, (s) => {
    for (const l of localsSet(s)) written.add(l);
  });
  return written;
}
