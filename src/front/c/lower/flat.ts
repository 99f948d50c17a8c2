/**
 * Functions whose jumps go into blocks (goto, cases within loops): their statements in parts that take turns, one that ends says which comes next. What has no label
 * within it stays as it is.
 */
import { i32, local } from '../../../ir/build.ts';
import type { Statement as IrStatement } from '../../../ir/module.ts';
import type { Statement } from '../tree.ts';
import { condition, effect, value } from './expressions.ts';
import type { FunctionLowering, Jump } from './function.ts';
import { statement } from './statements.ts';
import { switchJump } from './switch.ts';

export function inParts(f: FunctionLowering, body: Statement): void {
  new Parts(f).all(body);
}

class Parts {
  readonly #f: FunctionLowering;
  readonly #state: number;
  readonly #label: string;
  readonly #parts: IrStatement[][] = [];
  /** The parts of the cases of the switches around. */
  readonly #cases: number[][] = [];

  constructor(f: FunctionLowering) {
    this.#f = f;
    this.#state = f.newLocal('part', 'i32');
    this.#label = f.label('parts');
  }

  all(body: Statement): void {
    const f = this.#f;
    const around = f.out;
    for (const name of labelsIn([body])) f.gotos.set(name, this.#to(this.#new()));
    const first = this.#new();
    this.#begin(first);
    this.#statement(body);
    const end = this.#new();
    this.#go(end);
    f.out = around;
    const cases = this.#parts.map((part, n) => ({
      values: [n],
      body: n === end ? [{ kind: 'break', label: this.#label, at: f.at } as const] : part,
    }));
    f.emit({ kind: 'set', local: this.#state, value: i32(first) });
    const choice: IrStatement = {
      kind: 'switch',
      value: local(this.#state, 'i32'),
      cases,
      otherwise: [{ kind: 'break', label: this.#label, at: f.at }],
      at: f.at,
    };
    f.emit({ kind: 'loop', label: this.#label, body: [choice] });
  }

  #new(): number {
    return this.#parts.push([]) - 1;
  }

  #to(number: number): Jump {
    return { kind: 'part', number, state: this.#state, label: this.#label };
  }

  #go(number: number): void {
    this.#f.jump(this.#to(number));
  }

  #begin(number: number): void {
    this.#f.out = this.#parts[number]!;
  }

  /** The part begins here; the one before goes on with it. */
  #here(number: number): void {
    this.#go(number);
    this.#begin(number);
  }

  #statement(s: Statement): void {
    const f = this.#f;
    f.at = s.at;
    if (!needsParts(s)) {
      statement(f, s);
      return;
    }
    switch (s.kind) {
      case 'label': {
        const to = f.gotos.get(s.name);
        if (to?.kind === 'part') this.#here(to.number);
        return;
      }
      case 'case': {
        const part = this.#cases.at(-1)?.[s.number];
        if (part !== undefined) this.#here(part);
        return;
      }
      case 'block':
        for (const one of s.body) this.#statement(one);
        return;
      case 'if':
        this.#branch(s);
        return;
      case 'loop':
        this.#loop(s);
        return;
      case 'switch':
        this.#switch(s);
        return;
    }
  }

  #branch(s: Statement & { readonly kind: 'if' }): void {
    const [then, otherwise, end] = [this.#new(), this.#new(), this.#new()];
    this.#choose(s.condition, then, otherwise);
    this.#begin(then);
    this.#statement(s.then);
    this.#go(end);
    this.#begin(otherwise);
    if (s.otherwise) this.#statement(s.otherwise);
    this.#here(end);
  }

  #choose(e: Parameters<typeof condition>[1], yes: number, no: number): void {
    const f = this.#f;
    const c = condition(f, e);
    const then = f.collect(() => this.#go(yes));
    const otherwise = f.collect(() => this.#go(no));
    f.emit({ kind: 'if', condition: c, then, otherwise });
  }

  #loop(s: Statement & { readonly kind: 'loop' }): void {
    const f = this.#f;
    const [test, body, step, end] = [this.#new(), this.#new(), this.#new(), this.#new()];
    if (s.first) this.#statement(s.first);
    this.#go(s.how === 'do' ? body : test);
    const before = [f.breakTo, f.continueTo] as const;
    [f.breakTo, f.continueTo] = [this.#to(end), this.#to(s.how === 'do' ? test : step)];
    this.#begin(body);
    this.#statement(s.body);
    this.#here(s.how === 'do' ? test : step);
    [f.breakTo, f.continueTo] = before;
    if (s.how !== 'do') {
      if (s.step) effect(f, s.step);
      this.#here(test);
    }
    if (s.condition) this.#choose(s.condition, body, end);
    else this.#go(body);
    this.#begin(end);
  }

  #switch(s: Statement & { readonly kind: 'switch' }): void {
    const f = this.#f;
    const chosen = f.keep(value(f, s.value));
    const parts = s.cases.map(() => this.#new());
    const end = this.#new();
    const jumpTo = (number: number): IrStatement[] => f.collect(() => this.#go(number));
    f.out.push(
      ...switchJump(
        f,
        s,
        chosen,
        parts.map((part, i) => ({ cases: [i], to: jumpTo(part) })),
        jumpTo(end),
      ),
    );
    const before = f.breakTo;
    f.breakTo = this.#to(end);
    this.#cases.push(parts);
    this.#begin(this.#new());
    this.#statement(s.body);
    this.#cases.pop();
    f.breakTo = before;
    this.#here(end);
  }
}

function needsParts(s: Statement): boolean {
  switch (s.kind) {
    case 'label':
    case 'case':
      return true;
    case 'block':
      return s.body.some(needsParts);
    case 'if':
      return needsParts(s.then) || (s.otherwise !== undefined && needsParts(s.otherwise));
    case 'loop':
      return needsParts(s.body);
    case 'switch':
      return (
        labelsIn([s.body]).length > 0 ||
        (s.body.kind === 'block' ? s.body.body : [s.body]).some((one) => one.kind !== 'case' && needsParts(one))
      );
    default:
      return false;
  }
}

function labelsIn(list: readonly Statement[]): string[] {
  return list.flatMap((s): string[] => {
    switch (s.kind) {
      case 'label':
        return [s.name];
      case 'block':
        return labelsIn(s.body);
      case 'if':
        return labelsIn([s.then, ...(s.otherwise ? [s.otherwise] : [])]);
      case 'loop':
      case 'switch':
        return labelsIn([s.body]);
      default:
        return [];
    }
  });
}
