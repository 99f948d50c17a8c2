/**
 * Regions of blocks of several rows whose threads do all by their number in the block (`t = (threadIdx%y - 1)*32 + threadIdx%x`: sums over a block, tiles that are filled cell by cell) run as one row
 * of all threads: x goes on where a row ends, and y stays 0.
 */
import { i32 } from '../../../ir/build.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { bodiesOf, expressionsOf, localsSet, mapBody, someExpression, someStatement } from '../../../ir/walk.ts';
import { folded } from '../../../opt/scalar/fold.ts';
import { i32const, setLocal } from '../expression.ts';
import { type KernelWriter, zero } from './kernel-writer.ts';
import type { Region } from './storage.ts';

type Body = readonly Statement[];
/** How a number grows from thread to thread along x and y, beside what hangs on the thread's number in the block alone. */
type Growth = { readonly x: number; readonly y: number };

const none: Growth = { x: 0, y: 0 };

/** The region with y at 0, and a writer for blocks of one row; undefined where rows matter. */
export function asOneRow(
  k: KernelWriter,
  body: Body,
  { save, carried }: Region,
): { readonly body: Body; readonly flat: KernelWriter } | undefined {
  const [x, y, z] = k.block ?? [0, 0, 0];
  if (y < 2 || z !== 1 || k.coalesceBlocks || k.inWarp || !someStatement(body, (s) => expressionsOf(s).some(asksY)))
    return undefined;
  const reader = new Reader(x, (l) => save.includes(l) || carried.includes(l) || k.cut.single.has(l));
  if (!reader.isOfNumbers(body)) return undefined;
  const first = (e: Expression): Expression => folded(e.kind === 'special' && e.name === 'tid.y' ? i32(0) : e);
  return { body: mapBody(body, first), flat: withOneRow(k, x * y) };
}

function withOneRow(k: KernelWriter, threads: number): KernelWriter {
  const { code } = k;
  const [span, rows] = [code.local('i32'), code.local('i32')];
  i32const(code.out, threads);
  setLocal(code.out, span);
  i32const(code.out, 1);
  setLocal(code.out, rows);
  zero(k, k.at.ty);
  const specials = new Map([...k.at.specials, ['ntid.x', span] as const, ['ntid.y', rows] as const]);
  return {
    ...k,
    block: [threads, 1, 1],
    at: { ...k.at, span, specials },
    // Whoever asks for a special asks the kernel's writer.
    get lanes() {
      return k.lanes;
    },
    set lanes(n) {
      k.lanes = n;
    },
  };
}

const asksY = (e: Expression): boolean => someExpression(e, (x) => x.kind === 'special' && x.name === 'tid.y');

/** Statements that ask for nothing but numbers, memory and each other. */
const plain: ReadonlySet<Statement['kind']> = new Set([
  'set',
  'store',
  'if',
  'for',
  'loop',
  'block',
  'break',
  'continue',
  'atomic',
]);

class Reader {
  private readonly row: number;
  private readonly outlives: (local: number) => boolean;
  private readonly locals = new Map<number, Growth>();
  private good = true;

  constructor(row: number, outlives: (local: number) => boolean) {
    this.row = row;
    this.outlives = outlives;
  }

  isOfNumbers(body: Body): boolean {
    // What loops set is read before it, too.
    for (let round = 0; round < 2 && this.good; round++) this.list(body);
    return this.good;
  }

  private list(body: Body): void {
    for (const s of body) {
      if (!plain.has(s.kind)) this.good = false;
      if (s.kind === 'set') this.sets(s.local, this.growthOf(s.value));
      else {
        for (const e of expressionsOf(s)) this.settled(this.growthOf(e));
        for (const l of localsSet(s)) this.sets(l, none);
      }
      for (const b of bodiesOf(s)) this.list(b);
    }
  }

  private sets(local: number, growth: Growth): void {
    const known = this.locals.get(local);
    if (known && (known.x !== growth.x || known.y !== growth.y)) this.good = false;
    if (this.outlives(local)) this.settled(growth);
    this.locals.set(local, growth);
  }

  /** Whether a row goes on where the one before ends. */
  private settled({ x, y }: Growth): Growth {
    if (y !== this.row * x) this.good = false;
    return none;
  }

  private growthOf(e: Expression): Growth {
    switch (e.kind) {
      case 'special':
        if (!known.has(e.name)) this.good = false;
        return e.name === 'tid.x' ? { x: 1, y: 0 } : e.name === 'tid.y' ? { x: 0, y: 1 } : none;
      case 'local':
        return this.locals.get(e.index) ?? none;
      case 'load':
        return this.settled(this.growthOf(e.from));
      case 'op':
        return this.ofOperation(e);
      case 'slot':
      case 'dynamic-shared':
        this.good = false;
        return none;
      default: // else: the same for all threads
        return none;
    }
  }

  private ofOperation({ op, args }: Extract<Expression, { kind: 'op' }>): Growth {
    const growths = args.map((a) => this.growthOf(a));
    const [a = none, b = none] = growths;
    const by = args[1]?.kind === 'const' && typeof args[1].value !== 'boolean' ? Number(args[1].value) : undefined;
    if (op === 'add' || op === 'offset') return { x: a.x + b.x, y: a.y + b.y };
    if (op === 'sub') return { x: a.x - b.x, y: a.y - b.y };
    if (passes.has(op)) return a;
    const factor = op === 'mul' ? by : op === 'shl' && by !== undefined ? 2 ** by : undefined;
    if (factor !== undefined && args[0]?.type !== 'f32' && args[0]?.type !== 'f64')
      return { x: a.x * factor, y: a.y * factor };
    for (const g of growths) this.settled(g);
    return none;
  }
}

const known: ReadonlySet<string> = new Set([
  'tid.x',
  'tid.y',
  'ctaid.x',
  'ctaid.y',
  'ctaid.z',
  'nctaid.x',
  'nctaid.y',
  'nctaid.z',
]);
const passes: ReadonlySet<string> = new Set(['extend', 'wrap', 'cast.space', 'to.address', 'from.address']);
