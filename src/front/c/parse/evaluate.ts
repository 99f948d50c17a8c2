/** Constant expressions that call functions: what `constexpr` functions and constructors give, objects and arrays among it ([expr.const]). */
import type { Constant, Expression, FunctionSymbol, Initial, Statement, VariableSymbol } from '../tree.ts';
import { isArithmetic, isReal, pointerTo, sizeOf, type Type, underlying } from '../types.ts';
import { isPlainEnd } from './class-info.ts';
import { byte, isPlace, Memory, moved, type Pointer, Unknown, type Value, widestScalar } from './constant-memory.ts';
import { asValue } from './convert.ts';
import type { Limits } from './instantiation.ts';
import { computed, isTrue, wrapped } from './numbers.ts';

/** Undefined: it is none that can be known here, within that many steps and calls within each other. */
export function evaluate(e: Expression, { calls }: Limits, steps = mostSteps): Constant | undefined {
  const known = attempt(() => new Evaluation(steps, calls).value(e));
  return typeof known === 'object' ? undefined : known;
}

/** The object that an initialiser makes, as numbers at their places; undefined where it is not all numbers. */
export function evaluateObject(initial: Initial, type: Type, { calls }: Limits): Initial | undefined {
  const memory = new Memory();
  if (!attempt(() => new Evaluation(mostSteps, calls).fills(memory, initial, type))) return undefined;
  const { at } = initial.kind === 'list' ? (initial.parts[0]?.value ?? { at: undefined }) : initial.value;
  const parts = [...memory.cells].flatMap(([offset, cell]) =>
    typeof cell.value === 'object' || !at
      ? []
      : [{ offset, type: cell.type, value: { kind: 'number', value: cell.value, type: cell.type, at } as const }],
  );
  if (parts.length < memory.cells.size) return undefined;
  return { kind: 'list', parts: parts.toSorted((a, b) => a.offset - b.offset), size: sizeOf(type) ?? 0 };
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (problem) {
    if (!(problem instanceof Unknown)) throw problem;
    return undefined;
  }
}

type Flow = { readonly kind: 'return'; readonly value: Value | undefined } | { readonly kind: 'break' | 'continue' };

/** Of variables of the program. */
const objects = new WeakMap<VariableSymbol, Memory>();
/** Those of them whose first value was looked at. */
const filled = new WeakSet<VariableSymbol>();
const texts = new WeakMap<Expression, Memory>();

const mostSteps = 2_000_000;

class Evaluation {
  #variables = new Map<VariableSymbol, Memory>();
  #steps: number;
  #depth = 0;
  /** Where the function that is computed puts the object that it gives. */
  #result: Pointer | undefined;

  readonly #deepest: number;

  constructor(steps: number, deepest: number) {
    this.#steps = steps;
    this.#deepest = deepest;
  }

  /** Makes a constant of the memory. */
  fills(memory: Memory, initial: Initial, type: Type): true {
    if (!isPlainEnd(type)) throw new Unknown();
    memory.clear(0, sizeOf(type) ?? 0);
    this.#fill(initial, { memory, offset: 0 }, type);
    // An object without a name that it refers to may change.
    for (const { value: v } of memory.cells.values())
      if (isPlace(v) && v.memory !== memory && !v.memory.isFrozen) throw new Unknown();
    memory.isFrozen = true;
    return true;
  }

  #number(e: Expression): Constant {
    const v = this.value(e);
    if (isPlace(v)) throw new Unknown();
    return v;
  }

  #truth(e: Expression): boolean {
    const v = this.value(e);
    return isPlace(v) || isTrue(v);
  }

  value(of: Expression): Value {
    const e = asValue(of);
    this.#step();
    switch (e.kind) {
      case 'number':
        return e.value;
      case 'variable':
        return e.variable.constant !== undefined && !this.#variables.has(e.variable)
          ? e.variable.constant
          : this.#load(this.#place(e), e.type);
      case 'dereference':
      case 'member':
      case 'object':
        return this.#load(this.#place(e), e.type);
      case 'address':
        return this.#place(e.of);
      case 'move': {
        const base = this.value(e.pointer);
        if (!isPlace(base) || e.type.kind !== 'pointer') throw new Unknown();
        return { ...base, offset: base.offset + Number(this.#number(e.by)) * (sizeOf(e.type.to) ?? 1) };
      }
      case 'negate':
        return wrapped(-this.#number(e.of) as Constant, e.type);
      case 'complement':
        return wrapped(~BigInt(this.#number(e.of)), e.type);
      case 'not':
        return this.#truth(e.of) ? 0n : 1n;
      case 'and':
        return this.#truth(e.left) && this.#truth(e.right) ? 1n : 0n;
      case 'or':
        return this.#truth(e.left) || this.#truth(e.right) ? 1n : 0n;
      case 'binary':
      case 'distance':
        return this.#binary(e);
      case 'conditional':
        return this.value(this.#truth(e.condition) ? e.then : e.otherwise);
      case 'comma':
        this.#effect(e.left);
        return this.value(e.right);
      case 'convert':
        return this.#converted(e);
      case 'assign':
      case 'update':
        return this.#assigned(e).value;
      case 'call':
        return this.#call(e) ?? this.#nothing();
      default:
        return this.#nothing();
    }
  }

  #nothing(): never {
    throw new Unknown();
  }

  #step(count = 1): void {
    this.#steps -= count;
    if (this.#steps < 0) throw new Unknown();
  }

  /** Its destructor would have to run, if it has one. */
  #new(type: Type): Pointer {
    if (!isPlainEnd(type)) throw new Unknown();
    return { memory: new Memory(), offset: 0 };
  }

  #copy(to: Pointer, from: Pointer, type: Type): void {
    const size = sizeOf(type) ?? 0;
    this.#step(Math.ceil(size / widestScalar));
    to.memory.copy(to.offset, from, size);
  }

  #binary(e: Expression & { readonly kind: 'binary' | 'distance' }): Constant {
    const a = this.value(e.left);
    const b = this.value(e.right);
    if (isPlace(a) && isPlace(b)) {
      if (a.memory !== b.memory) {
        if (e.kind === 'binary' && (e.op === '==' || e.op === '!=')) return e.op === '!=' ? 1n : 0n;
        throw new Unknown();
      }
      if (e.kind === 'binary')
        return computed(e.op, BigInt(a.offset), BigInt(b.offset), { kind: 'integer', name: 'long' }) ?? this.#nothing();
      const size = e.left.type.kind === 'pointer' ? (sizeOf(e.left.type.to) ?? 1) : 1;
      return BigInt(Math.trunc((a.offset - b.offset) / size));
    }
    if (e.kind === 'distance') return this.#nothing();
    if (isPlace(a) || isPlace(b)) return e.op === '==' ? 0n : e.op === '!=' ? 1n : this.#nothing();
    return wrapped(computed(e.op, a, b, e.left.type) ?? this.#nothing(), e.type);
  }

  #converted(e: Expression & { readonly kind: 'convert' }): Value {
    const v = this.value(e.of);
    if (!isPlace(v)) return e.type.kind === 'pointer' ? v : converted(v, e.type);
    if (e.type.kind === 'bool') return 1n;
    return e.type.kind === 'pointer' ? v : this.#nothing();
  }

  /** Where it was put, and what the expression gives. */
  #assigned(e: Expression & { readonly kind: 'assign' | 'update' }): { readonly at: Pointer; readonly value: Value } {
    if (e.kind === 'assign' && isAggregate(e.type)) {
      const made = this.#new(e.type);
      this.#put(e.value, made, e.type);
      const at = this.#place(e.to);
      this.#copy(at, made, e.type);
      return { at, value: at };
    }
    if (e.kind === 'assign') {
      const value = this.value(e.value);
      const at = this.#place(e.to);
      return { at, value: this.#store(at, e.to, value) };
    }
    const by = this.#number(e.value);
    const at = this.#place(e.to);
    const old = this.#load(at, e.to.type);
    const next = this.#store(at, e.to, this.#stepped(e, old, by));
    return { at, value: e.gives === 'old' ? old : next };
  }

  #stepped(e: Expression & { readonly kind: 'update' }, old: Value, by: Constant): Value {
    if (isPlace(old)) {
      const size = e.to.type.kind === 'pointer' ? (sizeOf(e.to.type.to) ?? 1) : 1;
      return { ...old, offset: old.offset + (e.op === '-' ? -1 : 1) * Number(by) * size };
    }
    const made = computed(e.op, converted(old, e.in), by, e.in) ?? this.#nothing();
    return converted(wrapped(made, e.in), e.to.type);
  }

  #store({ memory, offset }: Pointer, to: Expression, value: Value): Value {
    if (to.kind === 'member' && to.field.bits) throw new Unknown();
    const kept = isPlace(value) ? value : wrapped(value, to.type);
    memory.set(offset, kept, to.type);
    return kept;
  }

  #load({ memory, offset }: Pointer, type: Type): Value {
    const cell = memory.cells.get(offset);
    if (cell) {
      if (sizeOf(cell.type) !== sizeOf(type) || isReal(underlying(cell.type)) !== isReal(underlying(type)))
        throw new Unknown();
      return isPlace(cell.value) ? cell.value : wrapped(cell.value, type);
    }
    if (!memory.isZero(offset, sizeOf(type) ?? 1)) throw new Unknown();
    return isReal(underlying(type)) ? 0 : 0n;
  }

  #place(e: Expression): Pointer {
    this.#step();
    switch (e.kind) {
      case 'variable':
        return { memory: this.#memoryOf(e.variable), offset: 0 };
      case 'dereference': {
        const at = this.value(e.of);
        return isPlace(at) ? at : this.#nothing();
      }
      case 'member': {
        if (e.field.bits || e.field.virtual !== undefined) throw new Unknown();
        return moved(this.#place(e.of), e.field.offset);
      }
      case 'comma':
        this.#effect(e.left);
        return this.#place(e.right);
      case 'conditional':
        if (e.lvalue) return this.#place(this.#truth(e.condition) ? e.then : e.otherwise);
        break;
      case 'assign':
      case 'update':
        return this.#assigned(e).at;
      case 'text':
        return this.#text(e);
      default:
    }
    const at = this.#new(e.type);
    this.#put(e, at, e.type);
    return at;
  }

  #text(e: Expression & { readonly kind: 'text' }): Pointer {
    const memory = texts.get(e) ?? new Memory();
    texts.set(e, memory);
    if (!memory.isFrozen) this.#put(e, { memory, offset: 0 }, e.type);
    memory.isFrozen = true;
    return { memory, offset: 0 };
  }

  /** Of a variable of the function, or of one of the program: what that holds is known if nobody changes it. */
  #memoryOf(v: VariableSymbol): Memory {
    const own = this.#variables.get(v);
    if (own) return own;
    const memory = objects.get(v) ?? new Memory(true);
    objects.set(v, memory);
    const { initial, type } = v;
    if (!initial || filled.has(v)) return memory;
    filled.add(v);
    if (!isFixed(type)) return memory;
    memory.isFrozen = false;
    if (!attempt(() => new Evaluation(mostSteps, this.#deepest).fills(memory, initial, type))) memory.forget();
    memory.isFrozen = true;
    return memory;
  }

  #put(e: Expression, at: Pointer, type: Type): void {
    if (!isAggregate(type) && e.kind === 'object') {
      this.#fill(e.initial, at, type);
      return;
    }
    if (!isAggregate(type)) {
      const value = this.value(e);
      at.memory.set(at.offset, isPlace(value) ? value : converted(value, type), type);
      return;
    }
    switch (e.kind) {
      case 'construct':
        this.#run(e.fn, [at, ...e.args], undefined);
        return;
      case 'object':
        this.#fill(e.initial, at, type);
        return;
      case 'call':
        if (type.kind === 'record') {
          const fn = e.callee.kind === 'function' && !e.virtualSlot ? e.callee.fn : undefined;
          this.#run(fn, e.args, at);
          return;
        }
        break;
      case 'conditional':
        this.#put(this.#truth(e.condition) ? e.then : e.otherwise, at, type);
        return;
      case 'text': {
        const of = type.kind === 'array' ? type.of : byte;
        if (sizeOf(of) !== 1) throw new Unknown();
        at.memory.clear(at.offset, sizeOf(type) ?? 0);
        for (const [i, b] of e.bytes.entries()) at.memory.set(at.offset + i, wrapped(BigInt(b), of), of);
        return;
      }
      case 'variable':
      case 'dereference':
      case 'member':
      case 'comma':
      case 'assign':
        this.#copy(at, this.#place(e), type);
        return;
      default:
        throw new Unknown();
    }
  }

  #fill(initial: Initial, at: Pointer, type: Type): void {
    switch (initial.kind) {
      case 'value':
        this.#put(initial.value, at, type);
        return;
      case 'each': {
        const each = Math.max(1, sizeOf(initial.of) ?? 1);
        const count = Math.floor((sizeOf(type) ?? 0) / each);
        for (let i = 0; i < count; i++) this.#put(initial.value, moved(at, i * each), initial.of);
        return;
      }
      default:
        at.memory.clear(at.offset, sizeOf(type) ?? 0);
        for (const part of initial.parts) {
          if (part.field?.bits) throw new Unknown();
          this.#put(part.value, moved(at, part.offset), part.type);
        }
    }
  }

  #effect(e: Expression): void {
    if (e.kind === 'convert' && e.type.kind === 'void') this.#effect(e.of);
    else if (e.kind === 'call') this.#call(e);
    else if (isAggregate(e.type)) this.#place(e);
    else this.value(e);
  }

  #call(e: Expression & { readonly kind: 'call' }): Value | undefined {
    const fn = e.callee.kind === 'function' && !e.virtualSlot ? e.callee.fn : undefined;
    const result = e.type.kind === 'record' ? this.#new(e.type) : undefined;
    return this.#run(fn, e.args, result);
  }

  #run(
    fn: FunctionSymbol | undefined,
    args: readonly (Expression | Pointer)[],
    result: Pointer | undefined,
  ): Value | undefined {
    fn?.pending?.();
    if (!fn?.body || this.#depth >= this.#deepest) throw new Unknown();
    const mine = new Map<VariableSymbol, Memory>();
    for (const [i, a] of args.entries()) {
      const v = fn.params[i];
      if (!v) throw new Unknown();
      const type = v.type.kind === 'reference' ? pointerTo(v.type.to) : v.type;
      const at = this.#new(type);
      if ('memory' in a) at.memory.set(0, a, type);
      else this.#put(a, at, type);
      mine.set(v, at.memory);
    }
    const before = { variables: this.#variables, result: this.#result };
    this.#variables = mine;
    this.#result = result;
    this.#depth++;
    try {
      const flow = this.#statement(fn.body);
      return flow?.kind === 'return' ? flow.value : undefined;
    } finally {
      this.#depth--;
      this.#variables = before.variables;
      this.#result = before.result;
    }
  }

  #statement(s: Statement): Flow | undefined {
    this.#step();
    switch (s.kind) {
      case 'empty':
      case 'case':
        return undefined;
      case 'expression':
        this.#effect(s.value);
        return undefined;
      case 'variable': {
        const { variable: v } = s;
        if (v.placement !== 'automatic') throw new Unknown();
        const type = v.type.kind === 'reference' ? pointerTo(v.type.to) : v.type;
        const at = this.#new(type);
        this.#variables.set(v, at.memory);
        if (v.initial) this.#fill(v.initial, at, type);
        return undefined;
      }
      case 'place':
        this.#fill(s.initial, this.#place(s.place), s.place.type);
        return undefined;
      case 'block':
        return this.#list(s.body, 0);
      case 'if':
        if (this.#truth(s.condition)) return this.#statement(s.then);
        return s.otherwise && this.#statement(s.otherwise);
      case 'loop':
        return this.#loop(s);
      case 'switch':
        return this.#switch(s);
      case 'return':
        return this.#returned(s.value);
      case 'break':
      case 'continue':
        return { kind: s.kind };
      default:
        throw new Unknown();
    }
  }

  #list(list: readonly Statement[], from: number): Flow | undefined {
    for (let i = from; i < list.length; i++) {
      const flow = this.#statement(list[i]!);
      if (flow) return flow;
    }
    return undefined;
  }

  #returned(e: Expression | undefined): Flow {
    if (e && this.#result) this.#put(e, this.#result, e.type);
    return { kind: 'return', value: e && !this.#result ? this.value(e) : undefined };
  }

  #loop(s: Statement & { readonly kind: 'loop' }): Flow | undefined {
    if (s.first) this.#statement(s.first);
    for (let first = true; ; first = false) {
      if (!(first && s.how === 'do') && s.condition && !this.#truth(s.condition)) return undefined;
      const flow = this.#statement(s.body);
      if (flow?.kind === 'return') return flow;
      if (flow?.kind === 'break') return undefined;
      if (s.step) this.#effect(s.step);
    }
  }

  #switch(s: Statement & { readonly kind: 'switch' }): Flow | undefined {
    const value = BigInt(this.#number(s.value));
    const body = s.body.kind === 'block' ? s.body.body : [s.body];
    const fits = s.cases.findIndex((c) => c && value >= c.low && value <= c.high);
    const chosen = fits >= 0 ? fits : s.cases.indexOf(undefined);
    if (chosen < 0) return undefined;
    const from = body.findIndex((one) => one.kind === 'case' && one.number === chosen);
    if (from < 0) throw new Unknown();
    const flow = this.#list(body, from);
    return flow?.kind === 'break' ? undefined : flow;
  }
}

const isAggregate = (t: Type): boolean => t.kind === 'record' || t.kind === 'array';

/** Whether it keeps its first value. */
function isFixed(t: Type): boolean {
  if (t.kind === 'array') return isFixed(t.of);
  return t.const === true && !t.volatile && !hasMutable(t);
}

function hasMutable(t: Type): boolean {
  if (t.kind === 'array') return hasMutable(t.of);
  return t.kind === 'record' && t.record.fields.some((f) => f.mutable || hasMutable(f.type));
}

function converted(value: Constant, to: Type): Constant {
  if (!isArithmetic(underlying(to))) return value;
  return wrapped(isReal(underlying(to)) ? Number(value) : value, to);
}
