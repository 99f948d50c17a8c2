/**
 * The function that is being lowered: its locals, slots and statements, and where its variables live. Knows no expression or statement of Fortran:
 * the files of this folder that need each other in a circle meet in `parts`.
 */

import { InternalError } from '../../../base/impossible.ts';
import { type Span, startOf } from '../../../base/source.ts';
import { bool, i32, i64, local, offset, op } from '../../../ir/build.ts';
import type { Callee, Expression, Local, Slot, Statement } from '../../../ir/module.ts';
import type { MemoryType, PointerType, ValueType } from '../../../ir/types.ts';
import type { HostCallName } from '../../../library/runtime-calls.ts';
import { nameOfStatements } from '../../../machine/kernel.ts';
import type { Procedure, Variable } from '../program.ts';
import { beforeJumpsOut, jumpsOut } from './jumps-out.ts';
import type { ModuleBuilder } from './module-builder.ts';
import type { ArrayPartsOf, PartsOf } from './parts.ts';
import type { CapturesOf } from './team/captures-of.ts';
import type { Frame } from './variables/frame.ts';
import type { Place } from './variables/place.ts';

export type { Dimension, Place } from './variables/place.ts';

/** The parts of lowering, for this context. */
export type Parts = PartsOf<Context>;
export type ArrayParts = ArrayPartsOf<Context>;

export type Mode = 'host' | 'device';

export type FunctionHead = {
  readonly name: string;
  readonly mode: Mode;
  readonly procedure: Procedure | undefined;
  readonly at: Span;
};

/** Where cycle and exit of a construct go: statements are emitted as the branch says. */
export type Construct = {
  readonly exit: string;
  readonly cycle?: { readonly kind: 'continue' | 'break'; readonly label: string };
};

/** A statement label that is branched to: a loop that begins again, a block or a loop that is left; or `state` gets `value`, then the loop starts its next iteration (see goto.ts). */
export type LabelTarget =
  | { readonly kind: 'continue' | 'break'; readonly label: string }
  | { readonly kind: 'state'; readonly state: number; readonly value: number; readonly loop: string };

/** What is to be done at the end of a scope, from which of its statements on. */
type Cleanups = { readonly from: number; readonly run: () => void }[];

const none: readonly never[] = [];

export class Context {
  readonly module: ModuleBuilder;
  readonly parts: Parts;
  readonly name: string;
  readonly mode: Mode;
  readonly procedure: Procedure | undefined;
  readonly locals: Local[] = [];
  readonly slots: Slot[] = [];
  /** Where variables live; filled by `parts.declare` and by those that bind variables of constructs. */
  readonly places = new Map<Variable, Place>();
  /** On entry: what gives dummies and locals their places, so that bounds may name any of them. */
  readonly pending = new Map<Variable, () => void>();
  /** Variables that cannot be registers because an address of theirs was needed. Lowering starts again when one is found. */
  readonly addressed: Set<Variable>;
  /** Set when `addressed` grew, so that this attempt is thrown away. */
  again = false;
  /** Constructs around the statement that is being lowered, by name. */
  readonly constructs = new Map<string, Construct>();
  readonly labelTargets = new Map<number, LabelTarget>();
  /** Numeric labels that some statement of the procedure branches to. */
  branchedTo: ReadonlySet<number> = new Set();
  /** The label of the block around the body, which `return` leaves. */
  readonly exitLabel = 'return';
  /** Whether something was emitted that leaves it. */
  returns = false;
  /** Which variables of the host the frame of an internal procedure holds. */
  hostFrame: Frame | undefined;
  /** The address of the frame of host variables that internal procedures get. */
  frame: Expression | undefined;
  /** In device code: the cells themselves (frame.ts). */
  frameCells: readonly Expression[] = [];
  /** Of a kernel whose subscripts are checked: bytes from the address of a dummy argument to the end of its memory. */
  readonly rooms = new Map<Variable, Expression>();
  /** As Fn.knownRooms. */
  readonly knownRooms: (readonly [address: number, room: number])[] = [];
  /** Of the body of a team's region: what it uses of the procedure around it. */
  captures: CapturesOf<Context> | undefined;
  /** The number of the iteration of an ordered loop (i64, from 0). */
  iteration: Expression | undefined;
  /** Bytes of the dynamic shared memory that automatic shared arrays have taken so far. */
  dynamicShared: Expression = i64(0);
  /** Alternate return: which one is taken. */
  alternate: number | undefined;
  /** The source place of what is emitted. */
  at: Span;
  private list: Statement[] = [];
  /** Locals that are set once: what `keep` made, and the results of calls. */
  private readonly fixed: boolean[] = [];
  /** What the values of such locals do not exceed, where it is known. */
  private readonly limits = new Map<number, number>();
  /** Most have nothing to be done. */
  private readonly scopes: (Cleanups | undefined)[] = [undefined];
  private exits: (() => void)[] = [];
  readonly begins: Statement[] = [];
  private readonly ends: (() => void)[] = [];
  private labels = 0;
  private readonly kernelsOfLines = new Map<number, number>();

  constructor(module: ModuleBuilder, parts: Parts, head: FunctionHead, addressed: Set<Variable>) {
    this.module = module;
    this.parts = parts;
    this.name = head.name;
    this.mode = head.mode;
    this.procedure = head.procedure;
    this.at = head.at;
    this.addressed = addressed;
  }

  // ---- locals, slots, labels ---------------------------------------------------------------------------------

  newLocal(name: string, type: ValueType): number {
    this.locals.push({ name, type });
    this.fixed.push(false);
    return this.locals.length - 1;
  }

  /** A new local's expression, for values set later. */
  variable(name: string, type: ValueType): Expression & { readonly kind: 'local' } {
    return local(this.newLocal(name, type), type);
  }

  /** The value kept in a new local, so that it is computed once; what cannot change stays as it is. */
  keep(value: Expression, name = 't'): Expression {
    if (this.isFixed(value)) return value;
    const kept = this.variable(name, value.type);
    this.set(kept.index, value);
    this.fixed[kept.index] = true;
    return kept;
  }

  private isFixed(value: Expression): boolean {
    if (value.kind === 'local') return this.fixed[value.index] === true;
    return value.kind === 'const' || value.kind === 'slot' || value.kind === 'global';
  }

  /** `value`, as `keep` gave it, is at most `limit`. */
  limit(value: Expression, limit: number): void {
    if (value.kind === 'local' && this.fixed[value.index]) this.limits.set(value.index, limit);
  }

  /** What a number does not exceed, where it is known. */
  limitOf(value: Expression): number | undefined {
    if (value.kind === 'const') return Number(value.value);
    return value.kind === 'local' ? this.limits.get(value.index) : undefined;
  }

  /** A new local that somebody sets once, before all that is emitted. */
  fixedVariable(name: string, type: ValueType): Expression & { readonly kind: 'local' } {
    const made = this.variable(name, type);
    this.fixed[made.index] = true;
    return made;
  }

  /** The address of new memory that lives as long as the call. */
  slot(name: string, size: number, align: number): Expression {
    this.slots.push({ name, size, align });
    return { kind: 'slot', type: this.slotPointer, index: this.slots.length - 1 };
  }

  get slotPointer(): PointerType {
    return this.mode === 'host' ? 'ptr.host' : 'ptr.local';
  }

  freshLabel(what: string): string {
    this.labels++;
    return `${what}.${this.labels}`;
  }

  /** Of a kernel that is made of statements here. */
  kernelName(): string {
    const { line } = startOf(this.at);
    const nth = (this.kernelsOfLines.get(line) ?? 0) + 1;
    this.kernelsOfLines.set(line, nth);
    const { procedure, name } = this;
    return nameOfStatements(procedure?.origin === 'main' ? procedure.name : name, line, nth);
  }

  /** The address of a constant text (bytes as characters 0-255). */
  text(text: string): Expression {
    const name = this.module.textGlobal(text, this.mode === 'host' ? 'host' : 'constant');
    return { kind: 'global', type: this.mode === 'host' ? 'ptr.host' : 'ptr.constant', name };
  }

  // ---- statements ---------------------------------------------------------------------------------------------

  emit(s: Statement): void {
    this.list.push(s.at ? s : { ...s, at: this.at });
  }

  /** Captured before, so that each has its place. */
  emitAll(list: readonly Statement[]): void {
    for (const s of list) this.list.push(s);
  }

  /** Whether control leaves before what would be emitted next. */
  get left(): boolean {
    return this.list.at(-1)?.kind === 'break';
  }

  /** The statements that `make` emits, as a list of their own. Temporaries of `make` are freed at its end. */
  capture(make: () => void): Statement[] {
    const outer = this.list;
    const inner: Statement[] = [];
    this.list = inner;
    try {
      this.scope(make);
    } finally {
      this.list = outer;
    }
    // Without the room that a growing list keeps: there are many, and they live long.
    return inner.slice();
  }

  /** Runs `make` and then what it deferred, which is done before jumps out of its statements, too. */
  scope(make: () => void): void {
    const depth = this.scopes.push(undefined) - 1;
    const start = this.list.length;
    try {
      make();
      const cleanups = this.scopes[depth];
      if (cleanups) this.runAtEnd(start, cleanups.reverse());
    } finally {
      this.scopes.pop();
    }
  }

  private runAtEnd(start: number, cleanups: Readonly<Cleanups>): void {
    const list = this.list.slice(start);
    if (jumpsOut(list)) {
      const upTo = (index: number) => cleanups.filter((c) => c.from <= start + index);
      this.list.length = start;
      this.emitAll(beforeJumpsOut(list, (index) => this.capture(() => upTo(index).forEach((c) => void c.run()))));
    }
    for (const c of cleanups) c.run();
  }

  /** To be done at the end of the statement (or captured list) that is being lowered: freeing temporaries, copying out. */
  defer(cleanup: () => void): void {
    const innermost = this.scopes.length - 1;
    const deferred = { from: this.list.length, run: cleanup };
    const known = this.scopes[innermost];
    if (known) known.push(deferred);
    else this.scopes[innermost] = [deferred];
  }

  /** `make`'s plain results kept in locals when something was deferred meanwhile, which is then done: for conditions of branches. */
  settled(make: () => Expression): Expression {
    let result: Expression = bool(false);
    this.scope(() => {
      const made = make();
      const deferred = this.scopes.at(-1) !== undefined;
      result = deferred ? this.keep(made) : made;
    });
    return result;
  }

  set(index: number, value: Expression): void {
    if (this.fixed[index]) throw new InternalError('a local that is set once is set again', this.at);
    this.emit({ kind: 'set', local: index, value, at: this.at });
  }

  store(memory: MemoryType, to: Expression, value: Expression, at = 0): void {
    this.emit({ kind: 'store', memory, to, offset: at, value, at: this.at });
  }

  if(condition: Expression, then: () => void, otherwise?: () => void): void {
    if (condition.kind === 'const') {
      this.scope(condition.value ? then : (otherwise ?? (() => {})));
      return;
    }
    const yes = this.capture(then);
    const no = otherwise ? this.capture(otherwise) : none;
    if (yes.length > 0 || no.length > 0) this.emit({ kind: 'if', condition, then: yes, otherwise: no, at: this.at });
  }

  loop(label: string, body: () => void): void {
    this.emit({ kind: 'loop', label, body: this.capture(body), at: this.at });
  }

  block(label: string, body: () => void): void {
    this.emit({ kind: 'block', label, body: this.capture(body), at: this.at });
  }

  break(label: string): void {
    if (label === this.exitLabel) this.returns = true;
    this.emit({ kind: 'break', label, at: this.at });
  }

  /** `body` for index (i64) from, from+step, … `trips` (i64) times. The index is a new local. */
  for(name: string, from: Expression, trips: Expression, step: Expression, body: (index: Expression) => void): void {
    const index = this.newLocal(name, from.type);
    const label = this.freshLabel(name);
    const list = this.capture(() => body(local(index, from.type)));
    this.emit({ kind: 'for', label, local: index, from, trips, step, body: list, at: this.at });
  }

  /** `body` for index 0 … count-1 (i64). */
  count(count: Expression, body: (index: Expression) => void): void {
    this.for('i', i64(0), count, i64(1), body);
  }

  /** `align`: what both addresses are multiples of. */
  copy(to: Expression, from: Expression, bytes: Expression, align = 1): void {
    this.emit({ kind: 'copy', to, from, bytes, ...(align > 1 && { align }), at: this.at });
  }

  fill(to: Expression, byte: number, bytes: Expression): void {
    this.emit({ kind: 'fill', to, byte: i32(byte), bytes, at: this.at });
  }

  /** A call of a function of this or another object (declare it with `module.needExtern`); gives its results in new locals. */
  call(callee: Callee, args: readonly Expression[], results: readonly ValueType[]): Expression[] {
    const values = results.map((t) => this.variable('r', t));
    for (const v of values) this.fixed[v.index] = true;
    const locals = values.length === 0 ? none : values.map((v) => v.index);
    this.emit({ kind: 'call', callee, args, results: locals, at: this.at });
    return values;
  }

  /** A call of the runtime (library/runtime-calls.ts). */
  runtime(name: HostCallName, ...args: readonly Expression[]): Expression[] {
    const { callee, gives } = this.module.needRuntime(name);
    return this.call(callee, args, gives);
  }

  // ---- leaving the procedure ----------------------------------------------------------------------------------

  /** To be done before all statements of the procedure. */
  atStart(make: () => void): void {
    this.begins.push(...this.capture(make));
  }

  /** To be done wherever the procedure ends: freeing local allocatables and automatic arrays. May be asked for anywhere; runs in reverse order. */
  onExit(cleanup: () => void): void {
    this.exits.push(cleanup);
  }

  /** What `make` asks to be done on exit is done at its end, and before jumps out of what it emits. */
  exitsWithin(make: () => void): void {
    const outer = this.exits;
    const start = this.list.length;
    this.exits = [];
    make();
    const cleanups = this.exits.reverse().map((run) => ({ from: start, run }));
    this.exits = outer;
    this.runAtEnd(start, cleanups);
  }

  /** To be done where the procedure ends, also when asked for inside a construct. */
  atEnd(cleanup: () => void): void {
    this.ends.push(cleanup);
  }

  runEnds(): void {
    for (const cleanup of this.ends.splice(0)) cleanup();
  }

  runExits(): void {
    for (const cleanup of this.exits.reverse()) cleanup();
    this.exits = [];
  }

  // ---- where variables live -----------------------------------------------------------------------------------

  placeOf(v: Variable): Place {
    const known = this.places.get(v);
    if (known) return known;
    const waiting = this.pending.get(v);
    if (waiting) {
      this.pending.delete(v);
      waiting();
      return this.placeOf(v);
    }
    const made = this.parts.declare(this, v);
    if (!v.pointee && !v.ofThread) this.places.set(v, made);
    return made;
  }

  bind(v: Variable, place: Place): void {
    this.places.set(v, place);
  }

  /** What was emitted so far (the whole body at the end). */
  get statements(): readonly Statement[] {
    return this.list;
  }
}

/** `pointer` plus a constant or computed number of bytes. */
export function plus(pointer: Expression, bytes: Expression | number): Expression {
  return offset(pointer, typeof bytes === 'number' ? i64(bytes) : bytes);
}

export function isNull(pointer: Expression): Expression {
  return op('eq', [pointer, { kind: 'const', type: pointer.type, value: 0n }]);
}
export function notNull(pointer: Expression): Expression {
  return op('ne', [pointer, { kind: 'const', type: pointer.type, value: 0n }]);
}

/** An address that is the same number in all code of the device, whatever memory it is of. */
export function generic(address: Expression): Expression {
  return address.type === 'ptr.generic' ? address : op('cast.space', [address], 'ptr.generic');
}

/** An address as an integer that can be compared with others and made an address again. */
export function addressNumber(address: Expression): Expression {
  const own = address.type === 'ptr.shared' || address.type === 'ptr.local';
  return op('to.address', [own ? generic(address) : address]);
}
