/** A function of the IR that the compiler writes itself, statement by statement, in the order in which they are to run. */
import { nowhere } from '../base/source.ts';
import { local } from './build.ts';
import type { Expression, Fn, Local, Statement } from './module.ts';
import type { MemoryType, ValueType } from './types.ts';

export class FunctionWriter {
  readonly #locals: Local[] = [];
  readonly #params: number;
  readonly #name: string;
  readonly #results: readonly ValueType[];
  #out: Statement[] = [];
  #labels = 0;

  constructor(name: string, params: Readonly<Record<string, ValueType>>, results: readonly ValueType[] = []) {
    this.#name = name;
    this.#results = results;
    for (const [param, type] of Object.entries(params)) this.#locals.push({ name: param, type });
    this.#params = this.#locals.length;
  }

  /** A parameter or another local, by its name. */
  get(name: string): Expression {
    const index = this.#locals.findIndex((l) => l.name === name);
    return local(index, this.#locals[index]!.type);
  }

  /** The value in a local of its own. */
  keep(name: string, value: Expression): Expression {
    const index = this.#locals.push({ name, type: value.type }) - 1;
    this.add({ kind: 'set', local: index, value });
    return local(index, value.type);
  }

  /** A local without a value. */
  variable(name: string, type: ValueType): Expression & { readonly kind: 'local' } {
    const index = this.#locals.push({ name, type }) - 1;
    return { kind: 'local', type, index };
  }

  set(to: Expression, value: Expression): void {
    if (to.kind === 'local') this.add({ kind: 'set', local: to.index, value });
  }

  store(memory: MemoryType, to: Expression, offset: number, value: Expression): void {
    this.add({ kind: 'store', memory, to, offset, value });
  }

  if(condition: Expression, then: () => void, otherwise: () => void = () => {}): void {
    this.add({ kind: 'if', condition, then: this.#inside(then), otherwise: this.#inside(otherwise) });
  }

  /** As long as the condition holds. */
  while(condition: Expression, body: () => void): void {
    this.loop((leave) => this.if(condition, body, leave));
  }

  /** Until `leave` is called inside. */
  loop(body: (leave: () => void) => void): void {
    const label = `loop ${++this.#labels}`;
    const list = this.#inside(() => body(() => this.add({ kind: 'break', label })));
    this.add({ kind: 'loop', label, body: list });
  }

  call(name: string, args: readonly Expression[]): void {
    this.add({ kind: 'call', callee: { kind: 'direct', name }, args, results: [] });
  }

  /** Its value in a local. */
  callFor(name: string, args: readonly Expression[], type: ValueType): Expression {
    const result = this.#locals.push({ name: `${name} gives`, type }) - 1;
    this.add({ kind: 'call', callee: { kind: 'direct', name }, args, results: [result] });
    return local(result, type);
  }

  return(...values: readonly Expression[]): void {
    this.add({ kind: 'return', values });
  }

  add(s: Statement): void {
    this.#out.push(s);
  }

  #inside(fill: () => void): readonly Statement[] {
    const outer = this.#out;
    const inner: Statement[] = [];
    this.#out = inner;
    fill();
    this.#out = outer;
    return inner;
  }

  done(kind: Fn['kind']): Fn {
    return {
      name: this.#name,
      kind,
      params: this.#params,
      results: this.#results,
      locals: this.#locals,
      slots: [],
      body: this.#out,
      at: nowhere,
    };
  }
}
