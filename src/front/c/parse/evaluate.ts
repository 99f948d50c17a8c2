/** Constant expressions that call functions: what `constexpr` functions give for numbers. */
import type { Constant, Expression, FunctionSymbol, Statement, VariableSymbol } from '../tree.ts';
import { isArithmetic, isReal, sizeOf, type Type, underlying } from '../types.ts';
import { asValue } from './convert.ts';
import { computed, isTrue, wrapped } from './numbers.ts';

/** Undefined: it is none that can be known here. */
export function evaluate(e: Expression): Constant | undefined {
  try {
    return new Evaluation().value(e);
  } catch (problem) {
    if (problem instanceof Unknown) return undefined;
    throw problem;
  }
}

class Unknown extends Error {}
type Flow = { readonly kind: 'return'; readonly value: Constant | undefined } | { readonly kind: 'break' | 'continue' };

const mostSteps = 2_000_000;
const deepest = 400;

class Evaluation {
  #variables = new Map<VariableSymbol, Constant>();
  #steps = 0;
  #depth = 0;
  /** The function that is computed gives a reference. */
  #givesReference = false;

  value(of: Expression): Constant {
    const e = asValue(of);
    if (++this.#steps > mostSteps) throw new Unknown();
    switch (e.kind) {
      case 'number':
        return e.value;
      case 'variable': {
        const known = this.#variables.get(e.variable) ?? e.variable.constant;
        if (known === undefined) throw new Unknown();
        return known;
      }
      case 'negate': {
        const v = this.value(e.of);
        return wrapped(-v as Constant, e.type);
      }
      case 'complement':
        return wrapped(~BigInt(this.value(e.of)), e.type);
      case 'not':
        return isTrue(this.value(e.of)) ? 0n : 1n;
      case 'and':
        return isTrue(this.value(e.left)) && isTrue(this.value(e.right)) ? 1n : 0n;
      case 'or':
        return isTrue(this.value(e.left)) || isTrue(this.value(e.right)) ? 1n : 0n;
      case 'binary': {
        const made = computed(e.op, this.value(e.left), this.value(e.right), e.left.type);
        if (made === undefined) throw new Unknown();
        return wrapped(made, e.type);
      }
      case 'conditional':
        return this.value(isTrue(this.value(e.condition)) ? e.then : e.otherwise);
      case 'comma':
        this.#effect(e.left);
        return this.value(e.right);
      case 'convert':
        return converted(this.value(e.of), e.type);
      case 'assign':
        return this.#set(e.to, this.value(e.value));
      case 'update': {
        const old = this.value(e.to);
        const made = computed(e.op, converted(old, e.in), this.value(e.value), e.in);
        if (made === undefined) throw new Unknown();
        const next = this.#set(e.to, converted(wrapped(made, e.in), e.to.type));
        return e.gives === 'old' ? old : next;
      }
      case 'call':
        return this.#call(e);
      case 'dereference':
      case 'member':
        return this.#read(e);
      case 'object':
        if (e.initial.kind === 'value' && isArithmetic(e.type)) return this.value(e.initial.value);
        throw new Unknown();
      default:
        throw new Unknown();
    }
  }

  /** What a reference means, or a part of a constant object. */
  #read(e: Expression): Constant {
    if (e.kind === 'dereference' && e.of.kind === 'address') return this.value(e.of.of);
    if (e.kind === 'dereference' && e.of.kind === 'call') return this.#call(e.of);
    if (e.kind === 'dereference' && e.of.kind === 'variable') {
      const referred = this.#variables.get(e.of.variable);
      if (referred !== undefined) return referred;
    }
    const { of, offset } = this.#place(e);
    const { initial } = of;
    if (!isConst(of.type) || initial?.kind !== 'list' || offset < 0 || offset >= initial.size) throw new Unknown();
    const part = initial.parts.find((q) => q.offset === offset && !q.field?.bits);
    if (!part) {
      const inside = initial.parts.some((q) => offset >= q.offset && offset < q.offset + (sizeOf(q.type) ?? 0));
      if (inside || !isArithmetic(underlying(e.type))) throw new Unknown();
      return 0n;
    }
    return converted(this.value(part.value), e.type);
  }

  /** Where in a variable that is. */
  #place(e: Expression): { readonly of: VariableSymbol; readonly offset: number } {
    if (e.kind === 'variable') return { of: e.variable, offset: 0 };
    if (e.kind === 'member' && !e.field.bits) {
      const { of, offset } = this.#place(e.of);
      return { of, offset: offset + e.field.offset };
    }
    if (e.kind === 'dereference' && e.of.kind === 'move' && e.of.pointer.kind === 'address') {
      const { of, offset } = this.#place(e.of.pointer.of);
      return { of, offset: offset + Number(this.value(e.of.by)) * (sizeOf(e.type) ?? 1) };
    }
    throw new Unknown();
  }

  #effect(e: Expression): void {
    if (e.kind === 'convert' && e.type.kind === 'void') this.#effect(e.of);
    else this.value(e);
  }

  #set(to: Expression, value: Constant): Constant {
    if (to.kind !== 'variable' || !isArithmetic(underlying(to.type)) || !this.#variables.has(to.variable))
      throw new Unknown();
    this.#variables.set(to.variable, wrapped(value, to.type));
    return value;
  }

  #call(e: Expression & { readonly kind: 'call' }): Constant {
    const fn = e.callee.kind === 'function' ? e.callee.fn : undefined;
    fn?.pending?.();
    if (!fn?.body || e.virtualSlot || this.#depth > deepest) throw new Unknown();
    const before = this.#variables;
    const gave = this.#givesReference;
    const mine = new Map<VariableSymbol, Constant>();
    for (const [i, a] of e.args.entries()) this.#bind(fn, i, a, mine);
    this.#variables = mine;
    this.#givesReference = fn.type.result.kind === 'reference';
    this.#depth++;
    try {
      const flow = this.#run(fn.body);
      if (flow?.kind !== 'return' || flow.value === undefined) throw new Unknown();
      return flow.value;
    } finally {
      this.#depth--;
      this.#variables = before;
      this.#givesReference = gave;
    }
  }

  /** Objects are not looked into: who needs their parts finds nothing. */
  #bind(fn: FunctionSymbol, i: number, a: Expression, to: Map<VariableSymbol, Constant>): void {
    const v = fn.params[i];
    if (v && (isArithmetic(v.type) || v.type.kind === 'enum')) to.set(v, this.value(a));
    else if (v?.type.kind === 'reference' && a.kind === 'address') {
      const of = a.of.kind === 'object' && a.of.initial.kind === 'value' ? a.of.initial.value : a.of;
      if (isArithmetic(of.type)) to.set(v, this.value(of));
    }
  }

  #run(s: Statement): Flow | undefined {
    if (++this.#steps > mostSteps) throw new Unknown();
    switch (s.kind) {
      case 'empty':
        return undefined;
      case 'expression':
        this.#effect(s.value);
        return undefined;
      case 'variable': {
        const { variable: v } = s;
        if (!isArithmetic(v.type)) throw new Unknown();
        this.#variables.set(v, v.initial?.kind === 'value' ? this.value(v.initial.value) : 0n);
        return undefined;
      }
      case 'block':
        for (const one of s.body) {
          const flow = this.#run(one);
          if (flow) return flow;
        }
        return undefined;
      case 'if':
        if (isTrue(this.value(s.condition))) return this.#run(s.then);
        return s.otherwise && this.#run(s.otherwise);
      case 'loop':
        return this.#loop(s);
      case 'return':
        return { kind: 'return', value: s.value && this.#returned(s.value) };
      case 'break':
      case 'continue':
        return { kind: s.kind };
      default:
        throw new Unknown();
    }
  }

  /** A function that gives a reference gives the address of what it means. */
  #returned(e: Expression): Constant {
    return this.value(e.kind === 'address' && e.type.kind === 'pointer' && this.#givesReference ? e.of : e);
  }

  #loop(s: Statement & { readonly kind: 'loop' }): Flow | undefined {
    if (s.first) this.#run(s.first);
    for (let first = true; ; first = false) {
      if (!(first && s.how === 'do') && s.condition && !isTrue(this.value(s.condition))) return undefined;
      const flow = this.#run(s.body);
      if (flow?.kind === 'return') return flow;
      if (flow?.kind === 'break') return undefined;
      if (s.step) this.#effect(s.step);
    }
  }
}

const isConst = (t: Type): boolean => t.const === true || (t.kind === 'array' && isConst(t.of));

function converted(value: Constant, to: Type): Constant {
  return wrapped(isReal(underlying(to)) ? Number(value) : value, to);
}
