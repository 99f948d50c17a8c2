/**
 * Innermost loops of chunks that all lanes go through together: several iterations follow each other, from pointers that are counted along, so that what an iteration costs
 * besides its arithmetic is little.
 */
import { integer, local, op } from '../../../ir/build.ts';
import type { Expression, Local, Statement } from '../../../ir/module.ts';
import { type MemoryType, sizeOf } from '../../../ir/types.ts';
import { countUses } from '../../../ir/uniformity.ts';
import { keyOf } from '../../../ir/value-key.ts';
import {
  changeBodies,
  eachExpressionIn,
  eachExpressionOf,
  isLoop,
  localsSet,
  mapExpression,
  mapStatement,
  replaceEach,
  someExpression,
  someStatement,
} from '../../../ir/walk.ts';
import { type AddressWidth, addressIn, difference, isConstant } from '../../../opt/analysis/affine.ts';
import type { Aliases } from '../../../opt/analysis/alias.ts';
import { severalAndRest } from '../../../opt/scalar/unroll.ts';
import type { Lanes } from '../vector/lanes.ts';
import { StrengthReduction } from './strength-reduction.ts';

type Body = readonly Statement[];
type For = Extract<Statement, { kind: 'for' }>;

/** Iterations that follow each other, and so many where two vectors take one register: the code is as long. */
const iterationsAtOnce = 4;
const wideIterationsAtOnce = 2;
/** Nodes of expressions in an iteration that is written several times. */
const mostNodes = 80;

export type LoopFacts = {
  readonly lanes: Lanes;
  /** Locals that others read when the region is done. */
  readonly kept: (local: number) => boolean;
  /** Whether two neighbouring vectors take one register. */
  readonly wide: boolean;
  /** How wide addresses are. */
  readonly address: AddressWidth;
  /** Where stores may be put off. */
  readonly aliases?: (() => Aliases) | undefined;
};

/** New locals are added to `locals`; the same list where nothing changes. */
export function innerLoops(body: Body, locals: Local[], { lanes, kept, wide, address, aliases }: LoopFacts): Body {
  if (!someStatement(body, (s) => s.kind === 'for')) return body;
  const uses = countUses(body, locals.length);
  const list = (statements: Body): Body =>
    replaceEach(statements, (s) => {
      if (s.kind !== 'for' || someStatement(s.body, isLoop)) return changeBodies(s, list);
      if (lanes.wayOf(s) === 'apart' || !isStraight(s, lanes) || kept(s.local)) return s;
      const leaves = uses[s.local]! > countUses([s], uses.length)[s.local]!;
      const most = wide ? wideIterationsAtOnce : iterationsAtOnce;
      const isOwn = (l: number): boolean => !kept(l) && lanes.isPrivate(s, l);
      return new InnerLoop(s, most, locals, { lanes, address, aliases, isOwn }).made(leaves) ?? s;
    });
  return list(body);
}

function isStraight(s: For, lanes: Lanes): boolean {
  if (s.step.kind !== 'const' || Number(s.step.value) === 0 || s.body.length === 0) return false;
  if (lanes.isParted(s) || lanes.strideOf(s.from) !== 0) return false;
  return s.body.every(
    (x) =>
      lanes.wayOf(x) === 'together' &&
      ((x.kind === 'set' && x.local !== s.local) || (x.kind === 'store' && !x.volatile)),
  );
}

/** `isOwn`: whether a local begins its life in each iteration and ends it there. */
type Within = Pick<LoopFacts, 'lanes' | 'address' | 'aliases'> & { readonly isOwn: (local: number) => boolean };

class InnerLoop {
  private readonly s: For;
  private readonly locals: Local[];
  private readonly isOwn: (local: number) => boolean;
  private readonly iterations: number;
  private readonly pointers: StrengthReduction;
  private readonly step: number;
  /** Cells that lanes read one after another, each along a row of its own: those of the iterations are loaded together. */
  private readonly rows = new Map<Expression, Row>();
  /** The same of cells that they store to. */
  private readonly storedRows = new Map<Statement, Row>();

  constructor(s: For, most: number, locals: Local[], { lanes, address, aliases, isOwn }: Within) {
    this.s = s;
    this.locals = locals;
    this.isOwn = isOwn;
    this.step = s.step.kind === 'const' ? Number(s.step.value) : 0;
    const fits = (n: number): boolean =>
      !(s.trips.kind === 'const' && Number(s.trips.value) < n) && nodesOf(s.body) <= mostNodes;
    if (fits(iterationsAtOnce)) this.findRows({ lanes, address, aliases });
    // Vectors along rows are none that two of take one register.
    const several = this.rows.size + this.storedRows.size > 0 ? iterationsAtOnce : most;
    this.iterations = fits(several) ? several : 1;
    this.pointers = new StrengthReduction(s, this.iterations, locals, lanes, address);
  }

  private findRows({ lanes, address, aliases }: Omit<Within, 'isOwn'>): void {
    const { s } = this;
    const directionOf = rowsOf(s, lanes, address);
    const stores = s.body.filter((x) => x.kind === 'store');
    // What later iterations store these find as it was before the loop.
    const isAhead = (load: Access, store: Access): boolean => {
      const direction = directionOf(store);
      if (direction !== directionOf(load) || load.memory !== store.memory) return false;
      const [to, from] = [store, load].map((x) => addressIn(x.to, x.offset, () => false, address));
      const apart = difference(from!.sum, to!.sum);
      const bytes = BigInt.asIntN(address === 'i64' ? 64 : 32, apart.constant);
      const cells = Number(bytes) / sizeOf(store.memory);
      const isCells = keyOf(from!.base) === keyOf(to!.base) && isConstant(apart) && Number.isInteger(cells);
      return isCells && (direction === 'up' ? cells : -cells) > 0;
    };
    const late = (): boolean =>
      aliases !== undefined &&
      stores.every((x) => directionOf(x) && !x.volatile) &&
      mayComeLate(s.body, aliases(), isAhead);
    if (stores.length > 0 && !late()) return;
    for (const x of stores) this.storedRows.set(x, this.row(x.value.type, directionOf(x)));
    eachExpressionIn(s.body, (e) => {
      const direction = e.kind === 'load' && !e.volatile ? directionOf({ ...e, to: e.from }) : undefined;
      if (direction) this.rows.set(e, this.row(e.type, direction));
    });
  }

  private row(type: Local['type'], direction: Direction | undefined): Row {
    const cells = Array.from({ length: iterationsAtOnce }, () => this.locals.push({ name: 'cell', type }) - 1);
    return { cells, isDown: direction === 'down' };
  }

  /** `leaves`: whether the loop's variable is read behind it. */
  made(leaves: boolean): Body | undefined {
    const { s, pointers } = this;
    if (this.iterations === 1 && !pointers.some) return undefined;
    const before: Statement[] = [];
    const from = this.held('from', s.from, before);
    const begin = [...before, ...pointers.begin(from)];
    if (this.iterations === 1) return [...begin, { ...s, from, body: this.several(1) }];
    if (s.trips.kind === 'const') return [...begin, ...this.counted(from, Number(s.trips.value), leaves)];
    const trips = this.held('trips', s.trips, begin);
    return [...begin, ...this.divided(from, trips)];
  }

  /** What stands for an expression that is read several times. */
  private held(name: string, e: Expression, before: Statement[]): Expression {
    if (e.kind === 'const') return e;
    const index = this.locals.push({ name, type: e.type }) - 1;
    before.push({ kind: 'set', local: index, value: e });
    return local(index, e.type);
  }

  private counted(from: Expression, trips: number, leaves: boolean): Body {
    const { s, iterations } = this;
    const rest = trips % iterations;
    const last = Array.from({ length: rest }, (_, iteration) => this.iteration(iteration)).flat();
    const set: Statement = { kind: 'set', local: s.local, value: this.variable(rest) };
    return [
      this.main(from, integer(s.trips.type, Math.floor(trips / iterations))),
      ...last,
      ...(leaves && rest > 0 ? [set] : []),
    ];
  }

  private divided(from: Expression, trips: Expression): Body {
    const { s, iterations } = this;
    const { several, rest } = severalAndRest(trips, iterations);
    const main = this.main(from, several);
    return [main, { ...s, from: this.variable(0), trips: rest, body: this.several(1) }];
  }

  private main(from: Expression, trips: Expression): Statement {
    const { s, iterations } = this;
    const step = integer(s.step.type, iterations * this.step);
    return { ...s, label: `${s.label}~several`, from, trips, step, body: this.several(iterations) };
  }

  private several(iterations: number): Body {
    const all = Array.from({ length: iterations }, (_, iteration) =>
      this.iteration(iteration, iterations === iterationsAtOnce),
    ).flat();
    const rows = iterations === iterationsAtOnce;
    return [
      ...(rows ? this.loads() : []),
      ...all,
      ...(rows ? this.stores() : []),
      ...this.pointers.behindIterations(iterations),
    ];
  }

  private loads(): Body {
    return [...this.rows].flatMap(([e, row]) => {
      if (e.kind !== 'load') return [];
      return this.inMemory(row, e.from, e.offset, e.memory).map(({ cell, to, offset }): Statement => {
        return { kind: 'set', local: cell, value: { ...e, from: to, offset } };
      });
    });
  }

  private stores(): Body {
    return [...this.storedRows].flatMap(([s, row]) => {
      if (s.kind !== 'store') return [];
      const cells = this.inMemory(row, s.to, s.offset, s.memory);
      return cells.map(({ cell, to, offset }): Statement => ({ ...s, to, offset, value: local(cell, s.value.type) }));
    });
  }

  /** The cells of a row in the order in which they lie. */
  private inMemory(
    { cells, isDown }: Row,
    place: Expression,
    offset: number,
    memory: MemoryType,
  ): readonly (Omit<Access, 'memory'> & { readonly cell: number })[] {
    const last = this.variable(cells.length - 1);
    const isCounter = (e: Expression): boolean => e.kind === 'local' && e.index === this.s.local;
    const to = isDown ? mapExpression(place, (e) => (isCounter(e) ? last : e)) : place;
    const ordered = isDown ? cells.toReversed() : cells;
    return ordered.map((cell, i) => ({ cell, to, offset: offset + i * sizeOf(memory) }));
  }

  private iteration(iteration: number, inRows = false): Body {
    const { s, locals, pointers } = this;
    const renamed = new Map<number, number>();
    const nameOf = (l: number): number => {
      if (iteration === 0 || !this.isOwn(l)) return l;
      const known = renamed.get(l);
      if (known !== undefined) return known;
      const index = locals.push(locals[l]!) - 1;
      renamed.set(l, index);
      return index;
    };
    const variable = this.variable(iteration);
    // Each iteration has loads of its own: what lies between them may change what is loaded.
    const change = (e: Expression): Expression => {
      if (e.kind === 'local')
        return e.index === s.local ? variable : renamed.has(e.index) ? { ...e, index: nameOf(e.index) } : e;
      return e.kind === 'load' ? { ...e } : e;
    };
    const walked = (e: Expression): Expression => {
      const cell = inRows ? this.rows.get(e)?.cells[iteration] : undefined;
      if (cell !== undefined) return local(cell, e.type);
      const place = e.kind === 'load' ? pointers.place(e.from, e.offset, iteration) : undefined;
      return e.kind === 'load' && place ? { ...e, ...place } : e;
    };
    const body = s.body.map((x) => {
      const cell = inRows ? this.storedRows.get(x)?.cells[iteration] : undefined;
      if (x.kind === 'store' && cell !== undefined) {
        const value = mapExpression(mapExpression(x.value, walked), change);
        return { kind: 'set', local: cell, value } satisfies Statement;
      }
      const place = x.kind === 'store' ? pointers.place(x.to, x.offset, iteration) : undefined;
      const moved = x.kind === 'store' && place ? { ...x, to: place.from, offset: place.offset } : x;
      return mapStatement(moved, {
        expression: (e) => mapExpression(mapExpression(e, walked), change),
        body: (b) => b,
        local: nameOf,
      });
    });
    return [...body, ...pointers.behindIteration()];
  }

  private variable(iteration: number): Expression {
    const { s } = this;
    const first = local(s.local, s.from.type);
    return iteration === 0 ? first : op('add', [first, integer(s.from.type, iteration * this.step)]);
  }
}

/** Locals that hold what iterations find or store, one after the other, and whether these go down in memory. */
type Row = { readonly cells: readonly number[]; readonly isDown: boolean };
type Direction = 'up' | 'down';
type Access = { readonly to: Expression; readonly offset: number; readonly memory: MemoryType };

/** Where an access whose lanes lie apart goes by one cell from iteration to iteration; undefined for others. */
function rowsOf(s: For, lanes: Lanes, width: AddressWidth): (access: Access) => Direction | undefined {
  const written = new Set([s.local, ...s.body.flatMap(localsSet)]);
  const varies = (e: Expression): boolean =>
    someExpression(e, (x) => x.kind === 'load' || (x.kind === 'local' && written.has(x.index)));
  const step = s.step.kind === 'const' ? Number(s.step.value) : 0;
  return (access) => {
    if (!isRow(access, lanes)) return undefined;
    const { base, sum } = addressIn(access.to, access.offset, varies, width);
    const moving = [...sum.terms.values()].filter((t) => t.atoms.some((a) => varies(a.e)));
    const [only] = moving;
    const isCounter =
      only?.atoms.length === 1 && only.atoms[0]?.e.kind === 'local' && only.atoms[0].e.index === s.local;
    const distance = Number(only?.factor) * step;
    if (moving.length !== 1 || !isCounter || varies(base) || Math.abs(distance) !== sizeOf(access.memory))
      return undefined;
    return distance > 0 ? 'up' : 'down';
  };
}

/** Whether what iterations store may be stored behind others of the loop: they load nothing of it, but for what each one or a later one overwrites. */
function mayComeLate(body: Body, aliases: Aliases, isAhead: (load: Access, store: Access) => boolean): boolean {
  const stores = body.filter((x) => x.kind === 'store');
  return stores.every((store, i) => {
    const root = aliases.rootOf(store.to);
    const key = keyOf(store.to);
    if (stores.some((other, k) => k !== i && aliases.mayMeet(root, aliases.rootOf(other.to)))) return false;
    const at = body.indexOf(store);
    return body.every((x, k) => {
      let apart = true;
      eachExpressionOf(x, (e) => {
        if (e.kind !== 'load' || !aliases.mayMeet(root, aliases.rootOf(e.from))) return;
        if (!e.volatile && isAhead({ ...e, to: e.from }, store)) return;
        if (k > at || e.offset !== store.offset || e.memory !== store.memory || keyOf(e.from) !== key) apart = false;
      });
      return apart;
    });
  });
}

/** Whether each lane has a row of its own in memory. */
export function isRow({ to, memory }: Omit<Access, 'offset'>, lanes: Lanes): boolean {
  if (memory !== 'f32' && memory !== 'i32' && memory !== 'f64' && memory !== 'i64') return false;
  const stride = lanes.strideOf(to);
  return stride === undefined ? lanes.stepOf(to) !== undefined : stride >= 4 * sizeOf(memory);
}

function nodesOf(body: Body): number {
  let nodes = 0;
  eachExpressionIn(body, () => nodes++);
  return nodes;
}
