/**
 * Stores by which each thread of a launch reaches a cell of its own (`b(i, j)`, with the thread's place in the grid for i and j), in memory that the kernel writes in no other way. A thread
 * that has read the same element of this array, or of one of the same shape, has such a cell: it may store there what it holds, as nobody else writes it meanwhile. So lanes that a condition
 * leaves out need not be kept from storing (`if (mask(i, j) /= 0) b(i, j) = …`).
 */
import { and, eq, i32, local, special } from '../../ir/build.ts';
import { accessesOf } from '../../ir/effects.ts';
import type { ArrayShape, BlockSize, Expression, Fn, OwnCell, Statement } from '../../ir/module.ts';
import { type MemoryType, sizeOf } from '../../ir/types.ts';
import { setsIn, valuesOf } from '../../ir/uniformity.ts';
import { keyOf } from '../../ir/value-key.ts';
import { mayWait } from '../../ir/waiting-loops.ts';
import {
  changeParts,
  eachExpressionOf,
  eachStatement,
  mapStatement,
  someExpressionIn,
  someStatement,
} from '../../ir/walk.ts';
import { type Affine, AffineForms, type Atom, divided, nameOf, type Term } from '../analysis/affine.ts';
import { aliasesOf, type Root } from '../analysis/alias.ts';

type Load = Extract<Expression, { kind: 'load' }>;
type Store = Extract<Statement, { kind: 'store' }>;
/** `cell`: undefined where threads may meet there. */
type Write = { readonly root: Root; readonly store: Store | undefined; readonly cell: Cell | undefined };
/** `name`: the element, and where it lies in which array. */
type Cell = {
  readonly name: string;
  readonly element: string;
  readonly param: number;
  readonly shape: ArrayShape | undefined;
};

const axes = ['x', 'y', 'z'] as const;
type Axis = (typeof axes)[number];

export function markOwnStores(kernel: Fn): Fn {
  if (!someStatement(kernel.body, (s) => s.kind === 'if' && someStatement(bothSides(s), isPlain))) return kernel;
  if (someStatement(kernel.body, (s) => s.kind === 'call' || s.kind === 'launch' || (s.kind === 'loop' && mayWait(s))))
    return kernel;
  const cells = new Cells(kernel);
  const stores = ownStores(kernel, cells);
  if (stores.size === 0) return kernel;
  const numbers = numbersOf(kernel, cells, new Set([...stores.values()].map((c) => c.element)));
  const expression = (e: Expression): Expression => {
    const made = changeParts(e, expression);
    const cell = e.kind === 'load' ? cells.of(e) : undefined;
    const found = cell && numbers.get(nameInArray(cell));
    return made.kind === 'load' && found ? { ...made, cell: found.number } : made;
  };
  const body = (list: readonly Statement[]): readonly Statement[] =>
    list.map((s) => {
      const made = mapStatement(s, { expression, body });
      const cell = stores.get(s);
      const own = cell ? ownCellsOf(cell, [...numbers.values()]) : [];
      return made.kind === 'store' && own.length > 0 ? { ...made, own } : made;
    });
  return numbers.size === 0 ? kernel : withAlone({ ...kernel, body: body(kernel.body) }, cells);
}

/** With the arrays for which some store asks whether the launch is alone. */
function withAlone(kernel: Fn, cells: Cells): Fn {
  const alone = new Set<number>();
  eachStatement(kernel.body, (s) => {
    const cell = s.kind === 'store' && s.own?.some((o) => o.where) ? cells.of(s) : undefined;
    if (cell) alone.add(cell.param);
  });
  return alone.size > 0 ? { ...kernel, alone: [...alone] } : kernel;
}

const bothSides = (s: Extract<Statement, { kind: 'if' }>): readonly Statement[] => [...s.then, ...s.otherwise];

const isPlain = (s: Statement): boolean => s.kind === 'store' && !s.volatile && s.to.type === 'ptr.global';

/** Those that no other write comes near. */
function ownStores(kernel: Fn, cells: Cells): ReadonlyMap<Statement, Cell> {
  const aliases = aliasesOf(kernel);
  const writes = writesIn(kernel, cells) ?? [];
  const found = new Map<Statement, Cell>();
  for (const { root, store, cell } of writes)
    if (store && cell && writes.every((w) => w.cell?.name === cell.name || !aliases.mayMeet(w.root, root)))
      found.set(store, cell);
  return found;
}

/** What the kernel writes outside of its own memory; undefined where that is not known. */
function writesIn(kernel: Fn, cells: Cells): readonly Write[] | undefined {
  const aliases = aliasesOf(kernel);
  const found: Write[] = [];
  let known = true;
  eachStatement(kernel.body, (s) => {
    for (const { from } of accessesOf(s).writes) {
      const root = from && aliases.rootOf(from);
      if (!root) known = false;
      else if (root.space !== 'shared' && root.space !== 'local') {
        const store = s.kind === 'store' && isPlain(s) ? s : undefined;
        found.push({ root, store, cell: store && cells.of(store) });
      }
    }
  });
  return known ? found : undefined;
}

type Numbered = { readonly number: number; readonly cell: Cell };

const nameInArray = ({ element, param }: Cell): string => `${param} ${element}`;

/** Of loads of these elements. */
function numbersOf(kernel: Fn, cells: Cells, elements: ReadonlySet<string>): ReadonlyMap<string, Numbered> {
  const found = new Map<string, Numbered>();
  eachStatement(kernel.body, (s) =>
    eachExpressionOf(s, (e) => {
      const cell = e.kind === 'load' && !e.volatile ? cells.of(e) : undefined;
      if (!cell || !elements.has(cell.element) || found.has(nameInArray(cell))) return;
      found.set(nameInArray(cell), { number: found.size, cell });
    }),
  );
  return found;
}

/** The loads that tell of a store's cell. */
function ownCellsOf(store: Cell, all: readonly Numbered[]): readonly OwnCell[] {
  return all.flatMap(({ number, cell }): readonly OwnCell[] => {
    if (cell.element !== store.element) return [];
    if (cell.param === store.param) return [{ cell: number }];
    if (!cell.shape || !store.shape) return [];
    const where = differencesOf(cell.shape, store.shape).map(([a, b]) => eq(a, b));
    return [{ cell: number, where: [eq(special('launch.alone'), i32(1)), ...where].reduce(and) }];
  });
}

/** What a launch gives both arrays by parameters of their own. */
function differencesOf(a: ArrayShape, b: ArrayShape): readonly (readonly [Expression, Expression])[] {
  const [left, right] = [a, b].map(({ axes }) =>
    axes.flatMap((x) => [x.lower, x.extent, ...(x.stride ? [x.stride] : [])]),
  );
  return left!.flatMap((e, i) => (keyOf(e) === keyOf(right![i]!) ? [] : [[e, right![i]!] as const]));
}

/** Names of cells that each thread has for itself. */
class Cells {
  private readonly kernel: Fn;
  private readonly values: ReadonlyMap<number, Expression>;
  private readonly held = new Map<number, Affine | undefined>();
  private readonly forms: AffineForms;
  private readonly sets: Uint32Array;
  private readonly used: ReadonlySet<string>;
  /** Variables of loops that count from 0. */
  private readonly rounds = new Set<number>();
  private readonly shapes: ReadonlyMap<number, ArrayShape>;

  constructor(kernel: Fn) {
    this.kernel = kernel;
    this.values = valuesOf(kernel.body, kernel.locals.length);
    this.sets = setsIn(kernel);
    this.forms = new AffineForms({ bits: 64, keyOf, known: (l) => this.known(l) });
    this.used = specialsIn(kernel);
    this.shapes = new Map((kernel.shapes ?? []).filter((s) => this.isOfLaunch(s)).map((s) => [s.param, s]));
    eachStatement(kernel.body, (s) => {
      if (s.kind === 'for' && this.sets[s.local] === 1 && isNumber(s.from, 0) && isNumber(s.step, 1))
        this.rounds.add(s.local);
    });
  }

  of(access: Load | Store): Cell | undefined {
    const address = access.kind === 'load' ? access.from : access.to;
    if (address.type !== 'ptr.global') return undefined;
    const { base, sum } = this.place(address, access.offset);
    if (base.kind !== 'local' || base.index >= this.kernel.params || this.sets[base.index] !== 0) return undefined;
    const size = sizeOf(access.memory);
    if (!this.isOfThread(sum, size)) return undefined;
    const shape = this.shapes.get(base.index);
    const element = (shape && elementIn(shape, sum, access.memory)) ?? `${base.index} ${access.memory} ${nameOf(sum)}`;
    return { name: `${base.index} ${access.memory} ${nameOf(sum)}`, element, param: base.index, shape };
  }

  /** From the parameter on. */
  private place(to: Expression, offset: number): { readonly base: Expression; readonly sum: Affine } {
    const { base, sum } = this.forms.address(to, offset);
    const value = base.kind === 'local' ? this.values.get(base.index) : undefined;
    if (!value || base.kind !== 'local' || base.index < this.kernel.params) return { base, sum };
    const from = this.place(value, 0);
    return { base: from.base, sum: this.forms.sum(from.sum, sum) };
  }

  private known(local: number): Affine | undefined {
    if (local < this.kernel.params || this.held.has(local)) return this.held.get(local);
    const value = this.values.get(local);
    // Whoever asks for it meanwhile is told nothing.
    this.held.set(local, undefined);
    const form = value && (value.type === 'i32' || value.type === 'i64') ? this.forms.of(value) : undefined;
    this.held.set(local, form);
    return form;
  }

  /** Whether different threads of a grid find different cells, neighbours neighbouring ones, as long as each index stays within its extent. */
  private isOfThread(sum: Affine, size: number): boolean {
    const terms = [...sum.terms.values()];
    if (
      !terms.every((t) => t.atoms.every((a) => this.isKnown(a)) && t.atoms.filter((a) => this.isPlace(a)).length <= 1)
    )
      return false;
    const [only, more] = terms.filter((t) => has(t, 'tid.x'));
    if (!only || more || only.atoms.length !== 1 || only.factor !== BigInt(size)) return false;
    const rounds = terms.filter((t) => t.atoms.some((a) => this.isRound(a)));
    const threads = terms.filter((t) => axes.some((axis) => has(t, `tid.${axis}`)));
    return (
      axes.every((axis) => this.partsAlong(axis, terms)) &&
      rounds.every((r) =>
        axes.some((axis) => threads.some((t) => has(t, `tid.${axis}`) && this.isNextGrid(t, r, axis))),
      )
    );
  }

  /** Whether threads along an axis that the kernel looks at are told apart. */
  private partsAlong(axis: Axis, terms: readonly Term[]): boolean {
    const threads = terms.filter((t) => has(t, `tid.${axis}`));
    const blocks = terms.filter((t) => has(t, `ctaid.${axis}`));
    const isUsed = this.used.has(`tid.${axis}`) || this.used.has(`ctaid.${axis}`);
    if (threads.length === 0)
      return blocks.length > 0 ? extent(this.kernel.blockSize, axis) === 1n : axis !== 'x' && !isUsed;
    return threads.length === blocks.length && threads.every((t) => blocks.some((b) => this.isNextBlock(t, b, axis)));
  }

  /** Whether the cells of the next block begin where those of a block end. */
  private isNextBlock(thread: Term, block: Term, axis: Axis): boolean {
    return this.isTimes(thread, `tid.${axis}`, [], block, (a) => isSpecial(a, `ctaid.${axis}`), axis);
  }

  /** The same of all blocks of a grid and a loop's next iteration. */
  private isNextGrid(thread: Term, round: Term, axis: Axis): boolean {
    return this.isTimes(thread, `tid.${axis}`, [specialKey(`nctaid.${axis}`)], round, (a) => this.isRound(a), axis);
  }

  /** Whether `other`, without an atom, is `thread` without its place, times threads of a block and more. */
  private isTimes(
    thread: Term,
    place: string,
    more: readonly string[],
    other: Term,
    without: (a: Atom) => boolean,
    axis: Axis,
  ): boolean {
    const threads = [...rest(thread, (a) => isSpecial(a, place)), ...more].sort().join();
    const others = rest(other, without);
    const width = extent(this.kernel.blockSize, axis);
    if (width !== undefined && threads === others.join() && other.factor === thread.factor * width) return true;
    const wide = [...rest(thread, (a) => isSpecial(a, place)), ...more, specialKey(`ntid.${axis}`)].sort().join();
    return wide === others.join() && other.factor === thread.factor;
  }

  private isKnown(atom: Atom): boolean {
    return this.isPlace(atom) || this.isGiven(atom.e);
  }

  private readonly isPlace = (a: Atom): boolean =>
    (a.e.kind === 'special' && /^(tid|ctaid)\./.test(a.e.name)) || this.isRound(a);

  private isRound({ e }: Atom): boolean {
    return e.kind === 'local' && this.rounds.has(e.index);
  }

  /** Whether the launch alone decides it. */
  private isGiven(e: Expression): boolean {
    if (e.kind === 'const') return true;
    if (e.kind === 'special') return /^n(tid|ctaid)\./.test(e.name);
    if (e.kind === 'op') return e.args.every((a) => this.isGiven(a));
    if (e.kind !== 'local') return false;
    if (e.index < this.kernel.params) return this.sets[e.index] === 0;
    const value = this.values.get(e.index);
    return value !== undefined && this.isGiven(value);
  }

  private isOfLaunch({ axes }: ArrayShape): boolean {
    return axes.every((a) => [a.lower, a.extent, ...(a.stride ? [a.stride] : [])].every((e) => this.isGiven(e)));
  }
}

/** The element of an array whose bounds have names of their own, wherever a launch gives them; undefined where cells are no elements. */
function elementIn({ axes }: ArrayShape, sum: Affine, memory: MemoryType): string | undefined {
  const names = new Map<string, Expression>();
  const bounds = axes.flatMap((a, k) =>
    (['lower', 'extent', 'stride'] as const).map((role, r) => {
      const e = a[role];
      if (e?.kind !== 'local') return e ? keyOf(e) : '';
      const given = names.get(keyOf(e)) ?? local(firstName + 3 * k + r, 'i64');
      names.set(keyOf(e), given);
      return keyOf(given);
    }),
  );
  const renamed = new Map(
    [...sum.terms.values()].map((t): [string, Term] => {
      const atoms = t.atoms.map((a): Atom => {
        const e = names.get(a.key) ?? a.e;
        return { key: keyOf(e), e };
      });
      return [
        atoms
          .map((a) => a.key)
          .sort()
          .join('*'),
        { atoms, factor: t.factor },
      ];
    }),
  );
  if (renamed.size !== sum.terms.size) return undefined;
  const place = { constant: sum.constant, terms: renamed };
  // Distances in bytes are those of arrays whose elements have one size.
  const isSpread = axes.some((a) => a.stride);
  const element = isSpread ? place : divided(place, BigInt(sizeOf(memory)));
  return element && `${isSpread ? sizeOf(memory) : ''}(${bounds.join()}) ${nameOf(element)}`;
}

/** Behind all locals of kernels. */
const firstName = 2 ** 24;

const isNumber = (e: Expression, n: number): boolean => e.kind === 'const' && Number(e.value) === n;

const specialKey = (name: string): string => `%${name}`;

const isSpecial = ({ e }: Atom, name: string): boolean => e.kind === 'special' && e.name === name;

const has = (t: Term, name: string): boolean => t.atoms.some((a) => isSpecial(a, name));

/** The keys of the other factors, in order. */
function rest(t: Term, without: (a: Atom) => boolean): readonly string[] {
  return t.atoms.flatMap((a) => (without(a) ? [] : [a.key])).sort();
}

function extent(block: BlockSize | undefined, axis: Axis): bigint | undefined {
  const width = block?.[axes.indexOf(axis)];
  return width === undefined ? undefined : BigInt(width);
}

function specialsIn(kernel: Fn): ReadonlySet<string> {
  const names = new Set<string>();
  someExpressionIn(kernel.body, (e) => {
    if (e.kind === 'special') names.add(e.name);
    return false;
  });
  return names;
}
