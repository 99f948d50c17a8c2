/**
 * Threads that take numbers from one counter by an atomic sum, most often the places at which they append to a list: a region is cut there. Its first part counts what the threads of the
 * block are to take, one atomic operation takes all of it, and the second part hands it out, in memory that the worker alone sees.
 */
import { bool, i32, i64, load, ne, offset } from '../../ir/build.ts';
import { ordersBlocks } from '../../ir/effects.ts';
import type { Expression, Local, Statement } from '../../ir/module.ts';
import type { ValueType } from '../../ir/types.ts';
import { alsoVarying, countSets, countUses } from '../../ir/uniformity.ts';
import { mayWait } from '../../ir/waiting-loops.ts';
import { changeBodies, changeParts, eachStatement, someExpression, someStatement } from '../../ir/walk.ts';
import { get, type Of, put, type RegionKernel, when } from './region-parts.ts';

type Body = readonly Statement[];

/** Fewer threads take as long one after another. */
const fewThreads = 64;
/** What fits where the cells are. */
const cellBytes = 8;
const mostCells = 32;

/** The same kernel where it has no such counter, or threads wait for others. `params`: how many of the first locals are parameters; `threads`: how many a block has, where that is known. */
export function aggregateAtomics(kernel: RegionKernel, params: number, threads: number | undefined): RegionKernel {
  const { exchange, warps, whole, body } = kernel;
  if (exchange || warps.size > 0 || whole.size > 0 || (threads ?? fewThreads) < fewThreads) return kernel;
  if (someStatement(body, (s) => ordersBlocks(s) || (s.kind === 'loop' && mayWait(s)))) return kernel;
  return new Counters(kernel, params).made();
}

/** A region's statements up to where its threads take their numbers, and from there on. */
type Parts = { readonly before: Body; readonly after: Body };

/** A counter and what each thread takes of it, as the block knows them. */
type Counter = { readonly to: Expression; readonly step: Expression };

class Counters {
  private readonly kernel: RegionKernel;
  private readonly params: number;
  private readonly locals: Local[];
  private readonly single: Set<number>;
  private readonly threads: Set<string>;
  private readonly sets: Uint32Array;
  private readonly uses: Uint32Array;
  private readonly values = new Map<number, Expression>();
  private readonly area: number;
  private cells = 0;
  /** Locals that say whether a thread goes on behind a cut. */
  private readonly takers: number[] = [];
  /** Of the region that is cut: what stands before it, and between its parts. */
  private cleared: Statement[] = [];
  private taken: Statement[] = [];

  constructor(kernel: RegionKernel, params: number) {
    this.kernel = kernel;
    this.params = params;
    this.locals = [...kernel.locals];
    this.single = new Set(kernel.single);
    this.threads = new Set(kernel.threads);
    this.area = this.newSingle('counters', 'ptr.local');
    this.sets = countSets(kernel.body, kernel.locals.length);
    this.uses = countUses(kernel.body, kernel.locals.length);
    eachStatement(kernel.body, (s) => {
      if (s.kind === 'set' && this.sets[s.local] === 1) this.values.set(s.local, s.value);
    });
  }

  made(): RegionKernel {
    const body = this.list(this.kernel.body);
    if (this.cells === 0) return this.kernel;
    const exchange = { write: this.area, read: this.newSingle('unused', 'ptr.local') };
    const uniformity = alsoVarying(this.kernel.uniformity, this.takers);
    const { locals, single, threads } = this;
    return { ...this.kernel, body, locals, single, threads, uniformity, exchange };
  }

  private newSingle(name: string, type: ValueType): number {
    const index = this.locals.push({ name, type }) - 1;
    this.single.add(index);
    return index;
  }

  private list(list: Body): Body {
    return list.flatMap((s): Body => {
      if (s.kind === 'block' && this.kernel.threads.has(s.label)) return this.region(s);
      return [changeBodies(s, (b) => this.list(b))];
    });
  }

  private region(s: Of<'block'>): Body {
    const known = this.takers.length;
    this.cleared = [];
    this.taken = [];
    const parts = this.divided(s.body);
    if (!parts) return [s];
    const label = `${s.label}~numbered`;
    this.threads.add(label);
    const none = this.takers.slice(known).map((l) => put(l, bool(false)));
    const { cleared, taken } = this;
    const first = { ...s, body: [...none, ...parts.before] };
    return [...cleared, first, ...taken, ...this.region({ ...s, label, body: parts.after })];
  }

  /** Undefined where nothing in it takes a number. */
  private divided(list: Body): Parts | undefined {
    for (const [i, s] of list.entries()) {
      const parts = s.kind === 'atomic' ? this.numbered(s) : s.kind === 'if' ? this.branch(s) : undefined;
      if (parts)
        return { before: [...list.slice(0, i), ...parts.before], after: [...parts.after, ...list.slice(i + 1)] };
    }
    return undefined;
  }

  private branch(s: Of<'if'>): Parts | undefined {
    if (picksOne(s.condition)) return undefined;
    const [then, otherwise] = [this.divided(s.then), this.divided(s.otherwise)];
    if (!then && !otherwise) return undefined;
    const taker = this.locals.push({ name: 'taker', type: 'bool' }) - 1;
    this.takers.push(taker);
    const side = get(taker, 'bool');
    const first = { ...s, condition: side, then: then?.before ?? s.then, otherwise: otherwise?.before ?? s.otherwise };
    const only = !otherwise && then?.after.length === 1 ? then.after[0] : undefined;
    // A thread that takes a number is one that comes to where others do.
    const isNarrower = only?.kind === 'if' && only.otherwise.length === 0 && this.isTaker(only.condition);
    const after = isNarrower ? only : when(side, then?.after ?? [], otherwise?.after);
    return { before: [put(taker, s.condition), first], after: [after] };
  }

  private isTaker(e: Expression): boolean {
    return e.kind === 'local' && this.takers.includes(e.index);
  }

  private numbered(s: Of<'atomic'>): Parts | undefined {
    const counter = this.counterOf(s);
    if (!counter || s.result === undefined || this.cells === mostCells) return undefined;
    const cell = offset(get(this.area, 'ptr.local'), i64(cellBytes * this.cells++));
    this.cleared.push({ kind: 'store', memory: 'i32', to: cell, offset: 0, value: i32(0) });
    this.takeAll(s, counter, cell);
    const { result, ...rest } = s;
    const counts: Statement = { ...rest, to: cell, args: [counter.step] };
    return { before: [counts], after: [{ ...counts, result }] };
  }

  /** Once for a block: what its threads have counted, by one operation. */
  private takeAll(s: Of<'atomic'>, { to }: Counter, cell: Expression): void {
    const [sum, first] = [this.newSingle('sum', 'i32'), this.newSingle('first', 'i32')];
    const takes: Statement = { ...s, to, args: [get(sum, 'i32')], result: first };
    const begins: Statement = { kind: 'store', memory: 'i32', to: cell, offset: 0, value: get(first, 'i32') };
    this.taken.push(put(sum, load('i32', cell)), when(ne(get(sum, 'i32'), i32(0)), [takes, begins]));
  }

  private counterOf(s: Of<'atomic'>): Counter | undefined {
    const { how, memory, to, scope, result } = s;
    if (how !== 'add' || memory !== 'i32' || to.type !== 'ptr.global' || scope === 'system') return undefined;
    if (result === undefined || this.uses[result] === 1) return undefined;
    const [place, step] = [this.ofBlock(to), this.ofBlock(s.args[0]!)];
    return place && step && { to: place, step };
  }

  /** The same in terms of what the block knows before the region runs. */
  private ofBlock(e: Expression): Expression | undefined {
    if (e.kind === 'const' || e.kind === 'global') return e;
    if (e.kind === 'special') return e.name.startsWith('tid.') || e.name === 'laneid' ? undefined : e;
    if (e.kind === 'local') {
      if (e.index < this.params && this.sets[e.index] === 0) return e;
      const value = this.values.get(e.index);
      return value && this.ofBlock(value);
    }
    if (e.kind !== 'op') return undefined;
    let known = true;
    const made = changeParts(e, (part) => {
      const found = this.ofBlock(part);
      known &&= found !== undefined;
      return found ?? part;
    });
    return known ? made : undefined;
  }
}

/** Whether a place is to be a certain one: a single thread of a block counts for others. */
function picksOne(e: Expression): boolean {
  if (e.kind !== 'op') return false;
  if (e.op === 'and') return e.args.some(picksOne);
  return e.op === 'eq' && !someExpression(e, (x) => x.kind === 'load');
}
