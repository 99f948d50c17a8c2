/**
 * Stores by which each thread of a launch reaches a cell of its own (`b(i, j)`, with the thread's place in the grid for i and j), in memory that the kernel writes in no other way. A thread
 * that has read the same element of this array, or of one of the same shape, has such a cell: it may store there what it holds, as nobody else writes it meanwhile. So lanes that a condition
 * leaves out need not be kept from storing (`if (mask(i, j) /= 0) b(i, j) = …`).
 */
import { and, eq, i32, op, special } from '../../ir/build.ts';
import { accessesOf } from '../../ir/effects.ts';
import type { ArrayAxis, ArrayShape, BlockSize, Expression, Fn, OwnCell, Statement } from '../../ir/module.ts';
import { sizeOf } from '../../ir/types.ts';
import { countUses, setsIn, valuesOf } from '../../ir/uniformity.ts';
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
import { type Affine, AffineForms, type Atom, keyOfProduct, nameOf, type Term } from '../analysis/affine.ts';
import { aliasesOf, type Root } from '../analysis/alias.ts';

type Load = Extract<Expression, { kind: 'load' }>;
type Store = Extract<Statement, { kind: 'store' }>;
/** `cell`: undefined where threads may meet there. */
type Write = { readonly root: Root; readonly store: Store | undefined; readonly cell: Cell | undefined };
/** `name`: where it lies in which array. `subscripts`: those in which threads differ; `element`: their names, or `name` where no shape is known. */
type Cell = {
  readonly name: string;
  readonly element: string;
  readonly param: number;
  readonly subscripts: readonly Subscript[];
};
type Subscript = {
  readonly index: Affine;
  readonly axis: ArrayAxis;
  readonly ofThread: boolean;
  readonly counted: boolean;
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
    const found = cell && numbers.get(cell.name);
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
    const cell = s.kind === 'store' && s.own ? cells.of(s) : undefined;
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
    // What others write before it they write by the same statements.
    if (s.kind === 'barrier') return;
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

/** Of loads of these elements. */
function numbersOf(kernel: Fn, cells: Cells, elements: ReadonlySet<string>): ReadonlyMap<string, Numbered> {
  const found = new Map<string, Numbered>();
  eachStatement(kernel.body, (s) =>
    eachExpressionOf(s, (e) => {
      const cell = e.kind === 'load' && !e.volatile ? cells.of(e) : undefined;
      if (!cell || !elements.has(cell.element) || found.has(cell.name)) return;
      found.set(cell.name, { number: found.size, cell });
    }),
  );
  return found;
}

/** The loads that tell of a store's cell. */
function ownCellsOf(store: Cell, all: readonly Numbered[]): readonly OwnCell[] {
  return all.flatMap(({ number, cell }): readonly OwnCell[] => {
    if (cell.name === store.name) return [{ cell: number, where: isAlone(1) }];
    if (cell.element !== store.element) return [];
    const where = differencesOf(cell, store).map(([a, b]) => eq(a, b));
    return [{ cell: number, where: [isAlone(2), ...where].reduce(and) }];
  });
}

const isAlone = (least: 1 | 2): Expression => op('ge', [special('launch.alone'), i32(least)]);

/** Bounds that may differ. */
function differencesOf(a: Cell, b: Cell): readonly (readonly [Expression, Expression])[] {
  const [left, right] = [a, b].map((c) => c.subscripts.flatMap(({ axis }) => [axis.lower, axis.extent]));
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
  /** Variables of loops, and of those that count from 0. */
  private readonly counted: ReadonlySet<number>;
  private readonly rounds: ReadonlySet<number>;
  private readonly shapes: ReadonlyMap<number, ArrayShape>;

  constructor(kernel: Fn) {
    this.kernel = kernel;
    this.values = valuesOf(kernel.body, kernel.locals.length);
    this.sets = setsIn(kernel);
    this.forms = new AffineForms({ bits: 64, keyOf, known: (l) => this.known(l) });
    this.used = specialsIn(kernel);
    this.shapes = new Map((kernel.shapes ?? []).filter((s) => this.isOfLaunch(s)).map((s) => [s.param, s]));
    const loops = loopsByVariable(kernel);
    this.counted = new Set(loops.keys());
    this.rounds = new Set([...loops].flatMap(([l, all]) => (all.every(countsFrom0) ? [l] : [])));
  }

  of(access: Load | Store): Cell | undefined {
    const address = access.kind === 'load' ? access.from : access.to;
    if (address.type !== 'ptr.global') return undefined;
    const { base, sum } = this.place(address, access.offset);
    if (base.kind !== 'local' || base.index >= this.kernel.params || this.sets[base.index] !== 0) return undefined;
    const shape = this.shapes.get(base.index);
    const subscripts = shape && this.subscriptsOf(sum, shape, sizeOf(access.memory));
    if (!this.isOfThread(sum, sizeOf(access.memory), subscripts)) return undefined;
    const name = `${base.index} ${access.memory} ${nameOf(sum)}`;
    const told = subscripts?.filter((x) => x.ofThread) ?? [];
    const element = told.length > 0 ? told.map((x) => nameOf(x.index)).join('; ') : name;
    return { name, element, param: base.index, subscripts: told };
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
  private isOfThread(sum: Affine, size: number, subscripts: readonly Subscript[] | undefined): boolean {
    const terms = [...sum.terms.values()];
    if (
      !terms.every((t) => t.atoms.every((a) => this.isKnown(a)) && t.atoms.filter((a) => this.isPlace(a)).length <= 1)
    )
      return false;
    const [only, more] = terms.filter((t) => has(t, 'tid.x'));
    if (!only || more || only.atoms.length !== 1 || only.factor !== BigInt(size)) return false;
    const counted = terms.filter((t) => t.atoms.some((a) => this.isCounted(a)));
    const threads = terms.filter((t) => axes.some((axis) => has(t, `tid.${axis}`)));
    const isNextGrid = (c: Term): boolean =>
      axes.some((axis) => threads.some((t) => has(t, `tid.${axis}`) && this.isNextGrid(t, c, axis)));
    return (
      axes.every((axis) => this.partsAlong(axis, terms)) &&
      (counted.every(isNextGrid) || subscripts?.every((x) => !(x.ofThread && x.counted)) === true)
    );
  }

  /** The subscripts of an element; undefined where distances are no products. */
  private subscriptsOf(sum: Affine, { axes }: ArrayShape, size: number): readonly Subscript[] | undefined {
    const strides = this.stridesOf(axes, size);
    if (!strides) return undefined;
    const first = axes.reduce(
      (at, { lower }, d) => this.forms.sum(at, multiplied(this.forms.of(lower), strides[d]!)),
      sum,
    );
    const found = axes.map((axis) => ({ axis, constant: 0n, terms: new Map<string, Term>() }));
    for (const t of first.terms.values()) {
      const d = strides.findLastIndex((s) => isFactor(s, t));
      if (d < 0) return undefined;
      const left = without(t, strides[d]!);
      if (left.atoms.length === 0) found[d]!.constant += left.factor;
      else found[d]!.terms.set(keyOfProduct(left.atoms), left);
    }
    let { constant } = first;
    for (let d = axes.length - 1; d >= 0; d--) {
      const { atoms, factor } = strides[d]!;
      if (atoms.length > 0) continue;
      const by = nearest(constant, factor);
      found[d]!.constant += by;
      constant -= by * factor;
    }
    if (constant !== 0n) return undefined;
    return found.map(({ axis, constant, terms }) => {
      const all = [...terms.values()];
      return {
        axis,
        index: { constant, terms },
        ofThread: all.some((t) => t.atoms.some((a) => this.isPlace(a) && !this.isCounted(a))),
        counted: all.some((t) => t.atoms.some((a) => this.isCounted(a))),
      };
    });
  }

  /** How far elements lie apart along each dimension; undefined where that is a sum. Elements of the first one lie side by side in the kernels that ask. */
  private stridesOf(axes: readonly ArrayAxis[], size: number): readonly Term[] | undefined {
    const found: Term[] = [];
    let next: Term | undefined = { atoms: [], factor: BigInt(size) };
    for (const { extent, stride } of axes) {
      const at: Term | undefined = stride && found.length > 0 ? productIn(this.forms.of(stride)) : next;
      if (!at) return undefined;
      found.push(at);
      const by = productIn(this.forms.of(extent));
      next = by && { atoms: [...at.atoms, ...by.atoms], factor: at.factor * by.factor };
    }
    return found;
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
    (a.e.kind === 'special' && /^(tid|ctaid)\./.test(a.e.name)) || this.isCounted(a);

  private isCounted({ e }: Atom): boolean {
    return e.kind === 'local' && this.counted.has(e.index);
  }

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

function multiplied(form: Affine, by: Term): Affine {
  const all = [...form.terms.values(), ...(form.constant === 0n ? [] : [{ atoms: [], factor: form.constant }])];
  let constant = 0n;
  const terms = new Map<string, Term>();
  for (const t of all) {
    const atoms = [...t.atoms, ...by.atoms];
    if (atoms.length === 0) constant += t.factor * by.factor;
    else terms.set(keyOfProduct(atoms), { atoms, factor: t.factor * by.factor });
  }
  return { constant, terms };
}

/** Whether `t` is a multiple of `s`. */
function isFactor(s: Term, t: Term): boolean {
  return t.factor % s.factor === 0n && s.atoms.length + without(t, s).atoms.length === t.atoms.length;
}

/** What is left of `t` without the factors of `s` that it has. */
function without(t: Term, s: Term): Term {
  const atoms = [...t.atoms];
  for (const { key } of s.atoms) {
    const at = atoms.findIndex((a) => a.key === key);
    if (at >= 0) atoms.splice(at, 1);
  }
  return { atoms, factor: t.factor / s.factor };
}

/** The whole number nearest to a quotient. */
function nearest(a: bigint, by: bigint): bigint {
  const half = a < 0n ? -by / 2n : by / 2n;
  return (a + half) / by;
}

type For = Extract<Statement, { kind: 'for' }>;

const countsFrom0 = ({ from, step }: For): boolean => isNumber(from, 0) && isNumber(step, 1);

/** Loops by their variables, where these are nothing else. */
function loopsByVariable({ body, locals }: Fn): ReadonlyMap<number, readonly For[]> {
  const uses = countUses(body, locals.length);
  const found = new Map<number, readonly For[]>();
  eachStatement(body, (s) => {
    if (s.kind === 'for') found.set(s.local, [...(found.get(s.local) ?? []), s]);
  });
  const within = (l: number, loops: readonly For[]): number =>
    loops.reduce((sum, s) => sum + countUses([s], locals.length)[l]!, 0);
  return new Map([...found].filter(([l, loops]) => within(l, loops) === uses[l]));
}

/** The product that a form is. */
function productIn(form: Affine): Term | undefined {
  const [only, more] = form.terms.values();
  if (!only) return form.constant > 0n ? { atoms: [], factor: form.constant } : undefined;
  return more || form.constant !== 0n ? undefined : only;
}

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
