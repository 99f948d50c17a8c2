/**
 * Variables that each thread has of its own: for each that a clause names a new one, which the name means in the body; and the statements that give it a value before, hand it
 * on and combine it behind.
 */
import type { Span } from '../../../../../base/source.ts';
import { rankOf } from '../../../layout.ts';
import type { Expr, Procedure, Stmt, Variable } from '../../../program.ts';
import type * as tree from '../../../tree.ts';
import { resolveIntrinsic } from '../../calls/intrinsic-calls.ts';
import type { Env } from '../../context.ts';
import { int8, variableExpr } from '../../expressions/make.ts';
import { convert } from '../../fold/fold.ts';
import { newScope, readyEntry } from '../../scope.ts';
import { ownType } from '../../statements/local-variable.ts';
import { integer8 } from '../../types.ts';
import type { Named } from './clauses.ts';
import { in_, Nodes, orig, out, priv } from './nodes.ts';
import { reductionFor } from './reductions.ts';

export class Sharing {
  /** Where the body is analysed. */
  readonly env: Env;
  readonly outer: Env;
  readonly variables: Variable[] = [];
  /** Before the body, in each thread. */
  readonly before: Stmt[] = [];
  /** Behind it, in the thread that has done the last iteration or section. */
  readonly last: Stmt[] = [];
  /** Behind it, in one thread at a time. */
  readonly combine: Stmt[] = [];
  readonly #done = new Map<Variable, Variable>();

  constructor(outer: Env) {
    this.outer = outer;
    const scope = newScope({ kind: 'block', parent: outer.scope, prefix: outer.scope.prefix });
    this.env = { ...outer, scope };
  }

  isOwn(v: Variable): boolean {
    return this.#done.has(v);
  }

  private_({ name, variable }: Named): Variable {
    return this.#own(name, variable, 'private');
  }

  first({ name, variable }: Named): void {
    const known = this.#done.get(variable);
    const own = known ?? this.#own(name, variable, 'first');
    if (known) this.before.push(...this.#copy(own, variable, name.span));
  }

  lastPrivate(n: Named): void {
    const own = this.#done.get(n.variable) ?? this.private_(n);
    const nodes = new Nodes(n.name.span);
    this.last.push(...this.statements({ [priv]: n.variable, [orig]: own }, [this.#transfer(nodes, own)]));
  }

  /** `operator`: as it stands in the clause. */
  reduce({ name, variable, section }: Named, operator: string): void {
    const nodes = new Nodes(name.span);
    const part = section && this.outer.file.expression(this.outer, section);
    const own = this.#own(name, variable, 'reduced', part);
    const rule = reductionFor(this.outer, operator, variable.type);
    const names = { ...rule.procedures, [priv]: own, [orig]: variable };
    this.before.push(...this.statements(names, rule.start(nodes), rule.env));
    const target = section ? withBase(section, out) : nodes.name(out);
    const value = section ? withBase(section, in_) : nodes.name(in_);
    const both = { ...rule.procedures, [out]: variable, [in_]: own };
    this.combine.push(...this.statements(both, rule.combine(nodes, target, value), rule.env));
  }

  /** A variable of the same name and kind, with what it begins with. */
  #own(name: tree.Name, outer: Variable, how: 'private' | 'first' | 'reduced', part?: Expr): Variable {
    const own: Variable = {
      ...outer,
      span: name.span,
      type: ownType(outer, name.span),
      shape: this.#shape(outer, name.span, part),
      attributes: {
        ...outer.attributes,
        intent: undefined,
        optional: false,
        value: false,
        contiguous: false,
      },
      storage: 'automatic',
      linkName: '',
      imported: false,
      initial: undefined,
      overlay: undefined,
      bindName: undefined,
    };
    delete own.ofThread;
    this.#done.set(outer, own);
    this.variables.push(own);
    this.env.scope.names.set(name.text, readyEntry(this.env, name.text, name.span, own));
    if (how === 'first') this.before.push(...this.#copy(own, outer, name.span));
    else if (own.attributes.allocatable) this.before.push(...this.#allocate(own, outer, name.span));
    return own;
  }

  /** Another name for the same: for a variable that is not divided but has to be found. */
  statements(
    names: Readonly<Record<string, Variable | Procedure>>,
    list: readonly tree.Executable[],
    where: Env = this.outer,
  ): readonly Stmt[] {
    const scope = newScope({ kind: 'block', parent: where.scope, prefix: where.scope.prefix });
    const env: Env = { ...this.outer, scope };
    for (const [text, v] of Object.entries(names)) scope.names.set(text, readyEntry(env, text, v.span, v));
    return env.file.statements(env, list);
  }

  #transfer(nodes: Nodes, v: Variable): tree.Executable {
    const [to, from] = [nodes.name(priv), nodes.name(orig)];
    return v.attributes.pointer || v.procedure ? nodes.point(to, from) : nodes.assign(to, from);
  }

  #copy(own: Variable, outer: Variable, span: Span): readonly Stmt[] {
    const nodes = new Nodes(span);
    const names = { [priv]: own, [orig]: outer };
    if (!own.attributes.allocatable) return this.statements(names, [this.#transfer(nodes, own)]);
    const isThere = nodes.call('allocated', nodes.name(orig));
    const copy = nodes.allocate(nodes.name(priv), 'source', nodes.name(orig));
    return this.statements(names, [nodes.when(isThere, copy)]);
  }

  #allocate(own: Variable, outer: Variable, span: Span): readonly Stmt[] {
    const nodes = new Nodes(span);
    const isThere = nodes.call('allocated', nodes.name(orig));
    const make = nodes.allocate(nodes.name(priv), 'mold', nodes.name(orig));
    return this.statements({ [priv]: own, [orig]: outer }, [nodes.when(isThere, make)]);
  }

  #shape(v: Variable, span: Span, part: Expr | undefined): Variable['shape'] {
    const { shape } = v;
    if (!shape || shape.kind === 'deferred') return part ? this.#bounded(v, span, part) : shape;
    if (shape.kind === 'explicit' && !part && shape.bounds.every((b) => isConstant(b.lower) && isConstant(b.upper)))
      return shape;
    return this.#bounded(v, span, part);
  }

  /** Bounds as the variable has them at this moment; where only a part of it is divided, those of the part. */
  #bounded(v: Variable, span: Span, part: Expr | undefined): Variable['shape'] {
    const rank = Math.max(1, rankOf(v.shape));
    const whole = variableExpr(v, rank, span);
    const subscripts = part?.kind === 'element' ? part.subscripts : [];
    const bound = (which: 'lbound' | 'ubound', dimension: number): Expr => {
      const given = { value: int8(dimension, span) };
      const found = resolveIntrinsic(which, [{ value: whole }, given], span, this.outer.file.report);
      return found ? convert(found, integer8) : int8(1, span);
    };
    return {
      kind: 'explicit',
      bounds: Array.from({ length: rank }, (_, i) => {
        const s = subscripts[i];
        const from = s?.kind === 'range' ? s.from : s?.value;
        const to = s?.kind === 'range' ? s.to : s?.value;
        return { lower: from ?? bound('lbound', i + 1), upper: to ?? bound('ubound', i + 1) };
      }),
    };
  }

  /** The body with what belongs to it, as a block. */
  block(body: readonly Stmt[], s: { readonly span: Span }): Stmt {
    const { env } = this;
    const number = env.unit ? env.unit.nextConstruct++ : 0;
    const all = [...this.before, ...body];
    return { kind: 'block', name: `#${number}`, variables: this.variables, body: all, span: s.span, label: undefined };
  }
}

function isConstant(e: Expr): boolean {
  return e.kind === 'constant';
}

/** The designator with another name for its variable. */
function withBase(e: tree.Expression, text: string): tree.Expression {
  if (e.kind === 'name') return { ...e, text };
  return e.kind === 'call-or-index' ? { ...e, base: withBase(e.base, text) } : e;
}
