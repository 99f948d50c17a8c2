/** A body in which each load stands in a statement of its own, which somebody may put checks around: in front of the statement whose value needs it, in the order of evaluation. */
import { local } from '../../ir/build.ts';
import type { Expression, Local, Statement } from '../../ir/module.ts';
import type { ValueType } from '../../ir/types.ts';
import { mayWait, waitsAlways } from '../../ir/waiting-loops.ts';
import { changeParts, mapStatement, someExpression } from '../../ir/walk.ts';

type Load = Extract<Expression, { readonly kind: 'load' }>;
type Op = Extract<Expression, { readonly kind: 'op' }>;

export type Around = {
  /** Says how a load is made, into a local; undefined where it stays as it is. `e.from` holds no loads that need checks any more; `given`: as it was. */
  readonly load: (to: Rewriter, e: Load, given: Load) => Expression | undefined;
  /** What stands for a statement before its expressions are looked at; undefined: nothing. */
  readonly instead: (s: Statement) => Statement | undefined;
  /** The statement with checks around it, its expressions already done; it adds what it makes. */
  readonly statement: (to: Rewriter, s: Statement, given: Statement) => void;
};

export class Rewriter {
  readonly locals: Local[];
  at: Statement['at'];
  readonly #around: Around;
  #out: Statement[] = [];

  constructor(locals: readonly Local[], around: Around) {
    this.locals = [...locals];
    this.#around = around;
  }

  list(list: readonly Statement[]): readonly Statement[] {
    return this.collect(() => {
      for (const s of list) this.#statement(s);
    });
  }

  #statement(given: Statement): void {
    const outer = this.at;
    const s = this.#around.instead(given);
    if (!s) return;
    this.at = s.at ?? outer;
    const made = mapStatement(s, { expression: (e) => this.expression(e), body: (b) => this.list(b) });
    const waiting = s.kind === 'loop' && made.kind === 'loop' && mayWait(s);
    this.#around.statement(this, waiting ? { ...made, waits: waitsAlways(s) ? 'always' : true } : made, s);
    this.at = outer;
  }

  add(s: Statement): void {
    this.#out.push(this.at && !s.at ? { ...s, at: this.at } : s);
  }

  collect(fill: () => void): readonly Statement[] {
    const outer = this.#out;
    const inner: Statement[] = [];
    this.#out = inner;
    fill();
    this.#out = outer;
    return inner;
  }

  if(condition: Expression, then: () => void, otherwise: () => void = () => {}): void {
    const [yes, no] = [this.collect(then), this.collect(otherwise)];
    if (yes.length + no.length > 0) this.add({ kind: 'if', condition, then: yes, otherwise: no });
  }

  fresh(name: string, type: ValueType): number {
    return this.locals.push({ name, type }) - 1;
  }

  set(index: number, value: Expression): void {
    this.add({ kind: 'set', local: index, value });
  }

  /** The value in a local of its own. */
  keep(name: string, value: Expression): Expression {
    if (value.kind === 'const') return value;
    const index = this.fresh(name, value.type);
    this.set(index, value);
    return local(index, value.type);
  }

  expression(e: Expression): Expression {
    if (!someExpression(e, (x) => x.kind === 'load')) return e;
    if (e.kind === 'op' && e.op === 'select') return this.#choice(e);
    const made = changeParts(e, (x) => this.expression(x));
    return made.kind === 'load' && e.kind === 'load' ? (this.#around.load(this, made, e) ?? made) : made;
  }

  /** Only the part that is chosen is looked at. */
  #choice(e: Op): Expression {
    const [condition, yes, no] = e.args;
    if (!condition || !yes || !no) return e;
    const tested = this.expression(condition);
    const index = this.fresh('chosen', e.type);
    const side = (value: Expression) => () => this.set(index, this.expression(value));
    this.if(tested, side(yes), side(no));
    return local(index, e.type);
  }
}
