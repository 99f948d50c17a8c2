/** Cells of one thread that lie side by side: statements of a chunk load them one right after the other, and store them so, as vector code takes several at once. */

import { effectsOf } from '../../../ir/effects.ts';
import type { Expression, Local, Statement } from '../../../ir/module.ts';
import { sizeOf } from '../../../ir/types.ts';
import { countSets, countUses } from '../../../ir/uniformity.ts';
import { keyOf } from '../../../ir/value-key.ts';
import {
  changeBodies,
  eachStatement,
  expressionsOf,
  localsSet,
  mapExpression,
  someExpression,
} from '../../../ir/walk.ts';
import { addressIn } from '../../../opt/analysis/affine.ts';
import type { Aliases, Root } from '../../../opt/analysis/alias.ts';
import { alikeComponents } from '../host/collapse-components.ts';
import { type CellFacts, cellsInPairs } from '../host/loop-cells.ts';
import type { Access, Cell } from '../host/loop-references.ts';
import type { Lanes } from '../vector/lanes.ts';
import { behind, isOfCells } from '../vector/structures.ts';

type Body = readonly Statement[];
type Store = Extract<Statement, { kind: 'store' }>;

type HeldLoad = Extract<Statement, { kind: 'set' }> & { readonly value: Extract<Expression, { kind: 'load' }> };

type Whole = {
  readonly locals: Local[];
  readonly lanes: Lanes;
  readonly aliases: () => Aliases;
  /** What writes to memory in the whole region. */
  readonly stores: Body;
  /** How often each local is named, and whether others read it when the region is done. */
  readonly uses: Uint32Array;
  readonly kept: (local: number) => boolean;
};

/** New locals are added to `locals`; the same list where nothing changes. `kept`: locals that others read when the region is done. */
export function neighbourCells(
  region: Body,
  locals: Local[],
  lanes: Lanes,
  aliases: () => Aliases,
  kept: (local: number) => boolean,
): Body {
  const stores: Statement[] = [];
  eachStatement(region, (s) => {
    if (effectsOf(s).writes) stores.push(s);
  });
  const uses = countUses(region, locals.length);
  const whole: Whole = { locals, lanes, aliases, stores, uses, kept };
  const inRuns = (list: Body, all: boolean): Body => {
    const out: Statement[] = [];
    let run: Statement[] = [];
    const flush = (): void => {
      if (run.length > 0) out.push(...((all ? new Run(run, whole).alike() : undefined) ?? new Run(run, whole).made()));
      run = [];
    };
    for (const s of list) {
      if ((s.kind === 'set' || s.kind === 'store') && lanes.wayOf(s) === 'together') run.push(s);
      else {
        flush();
        const inner = all && s.kind === 'for' && !lanes.isParted(s);
        out.push(lanes.wayOf(s) === 'apart' ? s : changeBodies(s, (b) => inRuns(b, inner)));
      }
    }
    flush();
    return out.length === list.length && out.every((s, i) => s === list[i]) ? list : out;
  };
  return inRuns(region, true);
}

/** Values that are put in the place of locals of one address. */
const mostFollowed = 64;

class Run {
  private readonly list: Body;
  private readonly in: Whole;
  private readonly values = new Map<number, Expression>();
  /** Locals that hold one thing in one statement and another in the next. */
  private readonly changing = new Set<number>();
  private readonly known = new Map<Expression, Cell | undefined>();
  private readonly roots = new Map<string, Root>();

  constructor(list: Body, whole: Whole) {
    this.list = list;
    this.in = whole;
    const { locals } = whole;
    const sets = countSets(list, locals.length);
    const read = new Set<number>();
    for (const s of list) {
      for (const whole of expressionsOf(s))
        someExpression(whole, (e) => {
          if (e.kind === 'local') read.add(e.index);
          return false;
        });
      for (const l of localsSet(s)) if (sets[l]! > 1 || read.has(l)) this.changing.add(l);
      if (s.kind === 'set' && !this.changing.has(s.local) && !loads(s.value)) this.values.set(s.local, s.value);
    }
  }

  made(): Body {
    return this.storedBack(
      cellsInPairs(
        this.list,
        this.facts(() => true),
      ),
    );
  }

  /** Where the same is done to all cells of structures: the stores alone, structure by structure, whose cells are those of one array to vector code. */
  alike(): Body | undefined {
    const { lanes, uses, kept } = this.in;
    if (this.changing.size > 0) return undefined;
    const found = alikeComponents(
      this.list,
      this.facts((e) => lanes.strideOf(e) !== 0),
    );
    const own = found && countUses(this.list, uses.length);
    if (!own || this.list.some((s) => localsSet(s).some((l) => kept(l) || uses[l]! > own[l]!))) return undefined;
    const places = this.list.filter(
      (x) => x.kind === 'set' && !loads(x.value) && lanes.strideOf(x.value) !== undefined,
    );
    const stored = found.firsts.flatMap((first) =>
      Array.from({ length: found.cells }, (_, c) => behind(first, c * found.size)),
    );
    const isFound = (s: Store): boolean =>
      !someExpression(s.to, (e) => e.kind === 'local' && lanes.strideOf(e) === undefined);
    return stored.every((s) => isFound(s) && isOfCells(s, lanes.strideOf)) ? [...places, ...stored] : undefined;
  }

  private facts(varies: CellFacts['varies']): CellFacts {
    const { aliases, locals } = this.in;
    return {
      cellOf: (at) => this.cellOf(at),
      varies,
      iterations: 1,
      apart: false,
      words: true,
      meets: (a, b) => aliases().mayMeet(this.roots.get(a.base)!, this.roots.get(b.base)!),
      fresh: (type) => ({ kind: 'local', type, index: locals.push({ name: 'cell', type }) - 1 }),
    };
  }

  /**
   * Of two cells of shared memory that lie side by side for each thread, one that is loaded and one that is stored to: both are stored. A thread may read what no other writes before the
   * next barrier.
   */
  private storedBack(list: Body): Body {
    const sets = countSets(list, this.in.locals.length);
    const held = list.filter((s): s is HeldLoad => s.kind === 'set' && s.value.kind === 'load' && sets[s.local] === 1);
    let changed = false;
    const made = list.flatMap((s, i): Body => {
      if (s.kind !== 'store' || s.to.type !== 'ptr.shared' || list[i - 1]?.kind === 'store') return [s];
      const cell = list[i + 1]?.kind === 'store' ? undefined : this.cellOf({ ...s, from: s.to });
      if (!cell || cell.stride !== 2 * cell.size || cell.size !== 4) return [s];
      const beside = held.find((h) => {
        const other = h.value.memory === s.memory && list.indexOf(h) < i ? this.cellOf(h.value) : undefined;
        return other?.key === cell.key && Math.abs(other.place - cell.place) === cell.size && this.isOnlyRead(other);
      });
      if (!beside) return [s];
      changed = true;
      const by = this.cellOf(beside.value)!.place - cell.place;
      const value = {
        kind: 'local',
        type: s.value.type,
        index: this.in.locals.push({ name: 'cell', type: s.value.type }) - 1,
      } as const;
      const [own, other]: Body = [
        { ...s, value },
        { ...s, offset: s.offset + by, value: { ...value, index: beside.local } },
      ];
      return [{ kind: 'set', local: value.index, value: s.value }, ...(by > 0 ? [own!, other!] : [other!, own!])];
    });
    return changed ? made : list;
  }

  /** Whether no thread stores to it: all stores to that memory are here, and their places never come to that one. */
  private isOnlyRead(cell: Cell): boolean {
    return this.in.stores.every((s) => {
      if (s.kind !== 'store') return false;
      if (!this.in.aliases().mayMeet(this.in.aliases().rootOf(s.to), this.roots.get(cell.base)!)) return true;
      const other = this.list.includes(s) ? this.cellOf({ ...s, from: s.to }) : undefined;
      return other?.key === cell.key && (cell.place - other.place) % cell.stride !== 0;
    });
  }

  private cellOf(access: Access): Cell | undefined {
    if (access.volatile) return undefined;
    const { from, offset, memory } = access;
    if (!this.known.has(from)) this.known.set(from, this.found(from));
    const cell = this.known.get(from);
    return cell && { ...cell, place: cell.place + offset, size: sizeOf(memory) };
  }

  private found(from: Expression): Cell | undefined {
    const stride = this.in.lanes.strideOf(from);
    const whole = this.whole(from);
    const changes = (e: Expression): boolean => e.kind === 'local' && this.changing.has(e.index);
    if (stride === undefined || loads(whole) || someExpression(whole, changes)) return undefined;
    const { base, sum } = addressIn(whole, 0, () => false);
    const name = keyOf(base);
    this.roots.set(name, this.in.aliases().rootOf(base));
    const terms = [...sum.terms].map(([key, { factor }]) => `${factor}*${key}`).sort();
    return { base: name, key: `${name} ${terms.join(' ')}`, place: Number(sum.constant), stride, size: 0 };
  }

  /** Without what the run finds by arithmetic, as far as it can be followed: values that are made of values twice over would grow with each of them. */
  private whole(e: Expression): Expression {
    let followed = 0;
    const follow = (whole: Expression): Expression =>
      mapExpression(whole, (x) => {
        const value = x.kind === 'local' ? this.values.get(x.index) : undefined;
        return value && ++followed <= mostFollowed ? follow(value) : x;
      });
    return follow(e);
  }
}

const loads = (e: Expression): boolean => someExpression(e, (x) => x.kind === 'load');
