/**
 * Strength reduction: addresses that move evenly with a loop's variable become pointers that are counted along, one for all that lie a constant or one extent apart. No product of 64 bits
 * is left in the loop, and assemblers see plain pointers. Innermost loops, and memory whose addresses have 64 bits.
 */
import { offset, op, toInteger } from '../../ir/build.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { isPointer } from '../../ir/types.ts';
import { keyOf } from '../../ir/value-key.ts';
import {
  changeBodies,
  changeStatement,
  eachStatement,
  isLoop,
  localsSet,
  mapEach,
  mapExpression,
  replaceEach,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';
import { type AffineForm, AffineForms, constantOf, growthOf, nameOf } from '../analysis/affine-forms.ts';

type Loop = Extract<Statement, { kind: 'for' | 'loop' }>;

/** Each takes two registers through the loop. */
const pointersAtMost = 12;

export function reduceStrength(fn: Fn): Fn {
  const locals: Local[] = [...fn.locals];
  const list = (body: readonly Statement[]): readonly Statement[] =>
    replaceEach(body, (s) => {
      if (!isLoop(s) || someStatement(s.body, isLoop)) return changeBodies(s, list);
      return new Reduction(s, locals).made() ?? s;
    });
  const body = list(fn.body);
  return body === fn.body ? fn : { ...fn, locals, body };
}

/** A variable that grows by the same in each iteration. */
type Variable = {
  readonly local: number;
  readonly step: Expression;
  /** What it is before the loop. */
  readonly start: Expression;
  /** The statement of the body that lets it grow; undefined where that is the loop itself. */
  readonly at: Statement | undefined;
};

/** Where an address lies: what stays the same while the loop runs, and by how much it moves with the variable. */
type Place = {
  readonly base: string;
  readonly rest: AffineForm;
  readonly growth: AffineForm;
  readonly variable: Variable;
};

type Pointer = { readonly local: Expression; readonly place: Place };

class Reduction {
  private readonly loop: Loop;
  private readonly locals: Local[];
  private readonly written = new Map<number, number>();
  private readonly atoms = new Map<string, Expression>();
  private readonly forms: AffineForms;
  /** What locals of the body hold, once they are set. */
  private readonly known = new Map<number, AffineForm>();
  private readonly variables: readonly Variable[];
  private readonly pointers: Pointer[] = [];
  private readonly before: Statement[] = [];

  constructor(loop: Loop, locals: Local[]) {
    this.loop = loop;
    this.locals = locals;
    eachStatement([loop], (s) => {
      for (const l of localsSet(s)) this.written.set(l, (this.written.get(l) ?? 0) + 1);
    });
    const key = (e: Expression): string => {
      const name = keyOf(e);
      this.atoms.set(name, e);
      return name;
    };
    this.forms = new AffineForms(64, key, (l) => this.known.get(l), true);
    this.variables = this.found();
  }

  /** With what stands before it; undefined where nothing is to be won. */
  made(): readonly Statement[] | undefined {
    if (this.variables.length === 0) return undefined;
    const body = this.list(this.loop.body, true);
    if (this.pointers.length === 0) return undefined;
    const grown = replaceEach(body, (s) => {
      const after = this.growthAt(s.kind === 'set' ? this.variables.find((v) => isSame(v.at, s))?.local : undefined);
      return after.length === 0 ? s : [s, ...after];
    });
    const end = this.loop.kind === 'for' ? this.growthAt(this.loop.local) : [];
    return [...this.before, { ...this.loop, body: [...grown, ...end] }];
  }

  private found(): readonly Variable[] {
    const { loop } = this;
    // Whoever goes on early would pass what lets the pointers grow.
    if (someStatement(loop.body, (s) => s.kind === 'continue')) return [];
    if (loop.kind === 'for') {
      if (loop.step.kind !== 'const') return [];
      return [{ local: loop.local, step: loop.step, start: loop.from, at: undefined }];
    }
    return loop.body.flatMap((s): readonly Variable[] => {
      if (s.kind !== 'set' || this.written.get(s.local) !== 1) return [];
      const [a, b] = s.value.kind === 'op' && s.value.op === 'add' ? s.value.args : [];
      if (a?.kind !== 'local' || a.index !== s.local || !b || !this.stays(b)) return [];
      return [{ local: s.local, step: b, start: a, at: s }];
    });
  }

  private growthAt(local: number | undefined): readonly Statement[] {
    if (local === undefined) return [];
    return this.pointers
      .filter((p) => p.place.variable.local === local)
      .map(({ local: p, place }): Statement => {
        const by = op('mul', [this.expressionOf(place.growth), toInteger('i64', place.variable.step)]);
        return { kind: 'set', local: indexOf(p), value: offset(p, by) };
      });
  }

  /** `whole`: what stands there runs in each iteration. */
  private list(of: readonly Statement[], whole: boolean): readonly Statement[] {
    return mapEach(of, (s) => {
      const mapping = { expression: this.expression, body: (b: readonly Statement[]) => this.list(b, false) };
      const made = this.addressed(changeStatement(s, mapping), s);
      // What was made of the variable's value before is not made of the one that it has now.
      if (s.kind === 'set' && this.isVariable(s.local)) this.forgetMadeOf(`$${s.local}`);
      if (
        whole &&
        s.kind === 'set' &&
        this.written.get(s.local) === 1 &&
        isInteger(s.value) &&
        !this.isVariable(s.local)
      ) {
        const form = this.forms.of(s.value);
        if (form.size <= 8) this.known.set(s.local, form);
      }
      return made;
    });
  }

  private forgetMadeOf(name: string): void {
    for (const [local, form] of this.known)
      if ([...form.keys()].some((key) => factorsOf(key).includes(name))) this.known.delete(local);
  }

  private isVariable(local: number): boolean {
    return this.variables.some((v) => v.local === local);
  }

  private readonly expression = (e: Expression): Expression =>
    mapExpression(e, (x) => {
      if (x.kind !== 'load' || x.volatile) return x;
      const from = this.reduced(x.from);
      return from ? { ...x, from } : x;
    });

  private addressed(s: Statement, given: Statement): Statement {
    if (s.kind !== 'store' || given.kind !== 'store') return s;
    const to = this.reduced(given.to);
    return to ? { ...s, to } : s;
  }

  private stays(e: Expression): boolean {
    return !someExpression(e, (x) => x.kind === 'load' || (x.kind === 'local' && this.written.has(x.index)));
  }

  /** The address from a pointer that is counted along. */
  private reduced(address: Expression): Expression | undefined {
    if (address.type !== 'ptr.global' && address.type !== 'ptr.generic') return undefined;
    const form = this.forms.of(address);
    const place = this.placeOf(form);
    if (!place) return undefined;
    const pointer = this.near(place) ?? this.begun(place);
    if (!pointer) return undefined;
    const apart = this.forms.sum(place.rest, pointer.place.rest, -1n);
    return apart.size === 0 ? pointer.local : offset(pointer.local, this.expressionOf(apart));
  }

  private placeOf(form: AffineForm): Place | undefined {
    for (const variable of this.variables) {
      const growth = growthOf(form, variable.local);
      if (!growth || growth.size === 0) continue;
      const rest = new Map([...form].filter(([key]) => !factorsOf(key).includes(`$${variable.local}`)));
      const parts = [...rest.keys(), ...growth.keys()].flatMap(factorsOf);
      if (!parts.every((name) => this.stays(this.atoms.get(name)!))) return undefined;
      const bases = [...rest.keys()].filter((key) => isPointer(this.atoms.get(key)?.type ?? 'i32'));
      const [base] = bases;
      if (bases.length !== 1 || rest.get(base!) !== 1n) return undefined;
      return { base: base!, rest, growth, variable };
    }
    return undefined;
  }

  /** A pointer from which it is a constant, or one term and a constant. */
  private near(place: Place): Pointer | undefined {
    return this.pointers.find(({ place: p }) => {
      if (p.base !== place.base || p.variable !== place.variable || nameOf(p.growth) !== nameOf(place.growth))
        return false;
      const apart = this.forms.sum(place.rest, p.rest, -1n);
      return apart.size - (apart.has('') ? 1 : 0) <= 1 && Math.abs(constantOf(apart)) < 2 ** 30;
    });
  }

  private begun(place: Place): Pointer | undefined {
    if (this.pointers.length >= pointersAtMost) return undefined;
    const base = this.atoms.get(place.base)!;
    const rest = new Map([...place.rest].filter(([key]) => key !== place.base));
    const start = op('mul', [this.expressionOf(place.growth), toInteger('i64', place.variable.start)]);
    const at = rest.size === 0 ? start : op('add', [this.expressionOf(rest), start]);
    const local: Expression = { kind: 'local', type: base.type, index: this.locals.length };
    this.locals.push({ name: 'pointer', type: base.type });
    this.before.push({ kind: 'set', local: indexOf(local), value: offset(base, at) });
    const made: Pointer = { local, place };
    this.pointers.push(made);
    return made;
  }

  private expressionOf(form: AffineForm): Expression {
    let sum: Expression | undefined;
    for (const [key, n] of form) {
      const parts = factorsOf(key).map((name) => toInteger('i64', this.atoms.get(name)!));
      const factor: Expression = { kind: 'const', type: 'i64', value: n };
      const product = parts.length === 0 ? undefined : parts.reduce((a, b) => op('mul', [a, b]));
      const term = !product ? factor : n === 1n ? product : op('mul', [product, factor]);
      sum = sum ? op('add', [sum, term]) : term;
    }
    return sum ?? { kind: 'const', type: 'i64', value: 0n };
  }
}

function factorsOf(key: string): readonly string[] {
  return key === '' ? [] : key.split(' * ');
}

function isInteger(e: Expression): boolean {
  return e.type === 'i32' || e.type === 'i64' || isPointer(e.type);
}

function indexOf(e: Expression): number {
  return e.kind === 'local' ? e.index : -1;
}

/** The body's statements may have been rewritten: a variable's is the only one that sets it. */
function isSame(a: Statement | undefined, b: Statement): boolean {
  return a?.kind === 'set' && b.kind === 'set' && a.local === b.local;
}
