/** Addresses in an innermost loop that grow by the same in each iteration are counted along in pointers of their own (strength reduction). */
import { i64, local, offset, op, toInteger } from '../../../ir/build.ts';
import type { Expression, Local, Statement } from '../../../ir/module.ts';
import { isPointer } from '../../../ir/types.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { eachExpressionIn, localsSet, someExpression, withLocal } from '../../../ir/walk.ts';
import { type AddressWidth, addressIn, namedBase, type Term } from '../../../opt/analysis/affine.ts';
import type { Lanes } from '../vector/lanes.ts';

type For = Extract<Statement, { kind: 'for' }>;

/** More pointers than that find no registers. */
const mostPointers = 7;
/** Constants that an instruction takes beside an address. */
const farthest = 16384;

/** An address as a sum: what it grows by in an iteration is `factor` times `by`, or `factor`. */
type Sum = {
  readonly address: Expression;
  readonly offset: number;
  readonly constant: number;
  readonly by: Expression | undefined;
  readonly factor: number;
};

/** `least`: the constant part of the sum that it stands for. */
type Pointer = Sum & { readonly local: number; readonly least: number };

/** Where an access goes: from a pointer, so many bytes behind it. */
type Walked = { readonly from: Expression; readonly offset: number };

export class StrengthReduction {
  private readonly s: For;
  private readonly locals: Local[];
  private readonly lanes: Lanes;
  private readonly width: AddressWidth;
  private readonly step: number;
  private readonly iterations: number;
  private readonly written: ReadonlySet<number>;
  private readonly pointers: Pointer[] = [];
  private readonly places = new Map<string, { readonly pointer: Pointer; readonly behind: number }>();
  /** What pointers grow by in an iteration, where that is no constant. */
  private readonly growths = new Map<string, number>();

  /** `iterations`: how many follow each other. New locals are added to `locals`. */
  constructor(s: For, iterations: number, locals: Local[], lanes: Lanes, width: AddressWidth) {
    this.s = s;
    this.iterations = iterations;
    this.locals = locals;
    this.lanes = lanes;
    this.width = width;
    this.step = s.step.kind === 'const' ? Number(s.step.value) : 0;
    this.written = new Set([s.local, ...s.body.flatMap(localsSet)]);
    const groups = this.groups();
    if (groups.length <= mostPointers) for (const g of groups) this.point(g);
  }

  get some(): boolean {
    return this.pointers.length > 0;
  }

  /** Statements before the loop; its variable starts `from` there. */
  begin(from: Expression): readonly Statement[] {
    return this.pointers.flatMap((p): readonly Statement[] => {
      const start = offset(withLocal(p.address, this.s.local, from), i64(p.offset));
      const set: Statement = { kind: 'set', local: p.local, value: start };
      const growth = p.by && this.growths.get(growthKey(p));
      if (growth !== undefined || !p.by) return [set];
      const held = this.locals.push({ name: 'growth', type: 'i64' }) - 1;
      this.growths.set(growthKey(p), held);
      return [{ kind: 'set', local: held, value: grown(p.by, p.factor) }, set];
    });
  }

  /** An access in an iteration of several. */
  place(address: Expression, at: number, iteration: number): Walked | undefined {
    const known = this.places.get(placeKey(address, at));
    if (!known) return undefined;
    const { pointer, behind } = known;
    const ahead = this.stepsEachIteration(pointer) ? 0 : iteration * pointer.factor;
    return { from: local(pointer.local, pointer.address.type), offset: behind + ahead };
  }

  /** Statements behind each iteration. */
  behindIteration(): readonly Statement[] {
    return this.pointers.filter((p) => this.stepsEachIteration(p)).map((p) => this.walk(p, 1));
  }

  /** Statements behind so many iterations. */
  behindIterations(iterations: number): readonly Statement[] {
    return this.pointers.filter((p) => !this.stepsEachIteration(p)).map((p) => this.walk(p, iterations));
  }

  private stepsEachIteration(p: Pointer): boolean {
    return p.by !== undefined || p.factor < 0 || this.iterations * p.factor > farthest;
  }

  private walk(p: Pointer, iterations: number): Statement {
    const growth = p.by && this.growths.get(growthKey(p));
    const by = growth === undefined ? i64(p.factor * iterations) : local(growth, 'i64');
    return { kind: 'set', local: p.local, value: offset(local(p.local, p.address.type), by) };
  }

  private point(group: readonly Sum[]): void {
    const least = Math.min(...group.map((x) => x.constant));
    const first = group.find((x) => x.constant === least);
    if (!first || group.some((x) => x.constant - least > farthest)) return;
    const pointer = { ...first, least, local: this.locals.push({ name: 'walking', type: first.address.type }) - 1 };
    this.pointers.push(pointer);
    for (const x of group) this.places.set(placeKey(x.address, x.offset), { pointer, behind: x.constant - least });
  }

  /** Accesses that are a constant apart. */
  private groups(): readonly (readonly Sum[])[] {
    const groups = new Map<string, Sum[]>();
    const note = (address: Expression, at: number): void => {
      const found = this.sumOf(address, at);
      if (!found) return;
      const list = groups.get(found.key);
      if (list) list.push(found);
      else groups.set(found.key, [found]);
    };
    for (const x of this.s.body) if (x.kind === 'store') note(x.to, x.offset);
    eachExpressionIn(this.s.body, (e) => {
      if (e.kind === 'load') note(e.from, e.offset);
    });
    return [...groups.values()];
  }

  private sumOf(address: Expression, at: number): (Sum & { readonly key: string }) | undefined {
    const stride = this.lanes.strideOf(address);
    if (!isPointer(address.type) || stride === undefined) return undefined;
    const { base, sum } = addressIn(address, at, this.varies, this.width);
    const [moving, ...others] = [...sum.terms.values()].filter((t) => t.atoms.some((a) => this.varies(a.e)));
    if (!moving || others.length > 0 || this.varies(base)) return undefined;
    const by = this.multiplier(moving);
    if (by === 'other') return undefined;
    // What all lanes share has a pointer of its own: V8 adds constants to such addresses one by one.
    const key = stride === 0 ? placeKey(address, at) : `${keyOf(base)}+${namedBase(sum)}`;
    return { key, address, offset: at, constant: Number(sum.constant), by, factor: Number(moving.factor) * this.step };
  }

  private readonly varies = (e: Expression): boolean =>
    someExpression(e, (x) => x.kind === 'load' || (x.kind === 'local' && this.written.has(x.index)));

  /** What the loop's variable is multiplied with. */
  private multiplier({ atoms }: Term): Expression | undefined | 'other' {
    const others = atoms.filter(({ e }) => e.kind !== 'local' || e.index !== this.s.local).map((a) => a.e);
    if (others.length !== atoms.length - 1 || others.some(this.varies)) return 'other';
    return others.length === 0 ? undefined : others.map((e) => toInteger('i64', e)).reduce((x, y) => op('mul', [x, y]));
  }
}

function placeKey(address: Expression, at: number): string {
  return `${keyOf(address)} ${at}`;
}

function growthKey({ by, factor }: Sum): string {
  return by ? `${factor}*${keyOf(by)}` : `${factor}`;
}

function grown(by: Expression, factor: number): Expression {
  return factor === 1 ? by : op('mul', [by, i64(factor)]);
}
