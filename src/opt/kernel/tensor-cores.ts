/**
 * For a GPU the procedures of the module wmma become instructions of its tensor cores: a part of a matrix holds the registers that `wmma.load` gives, in the storage
 * of the Fortran type, and no longer what the library's own code puts there. Each instruction is a call by the instruction's name, which the back end writes as such.
 */
import { i32, load, local, ne, nullPointer, op } from '../../ir/build.ts';
import type { Program } from '../../ir/link.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { sizeOf } from '../../ir/types.ts';

const prefix = 'wmma.';

type Register = 'i32' | 'f32' | 'f64';
/** The registers of a part: halves go in pairs. */
type Part = { readonly type: Register; readonly count: number; readonly name: 'f16' | 'f32' | 'f64' };

const halfOperand: Part = { type: 'i32', count: 8, name: 'f16' };
const doubleOperand: Part = { type: 'f64', count: 1, name: 'f64' };
const sums: Readonly<Record<string, Part>> = {
  2: { type: 'i32', count: 4, name: 'f16' },
  4: { type: 'f32', count: 8, name: 'f32' },
  8: { type: 'f64', count: 2, name: 'f64' },
};
const orders: Readonly<Record<string, string>> = { c: 'col', r: 'row' };

/** PTX ISA, 9.7.14.4: half precision from compute capability 7.0 on, double precision from 8.0. */
const needed = { halves: 70, doubles: 80 } as const;

export function isTensorInstruction(name: string): boolean {
  return name.startsWith(`${prefix}load.`) || name.startsWith(`${prefix}store.`) || name.startsWith(`${prefix}mma.`);
}

export function onTensorCores(program: Program, capability: number): Program {
  const functions = new Map(program.functions);
  for (const fn of program.functions.values()) {
    const body = fn.name.startsWith(prefix) ? bodyOf(fn, capability) : undefined;
    if (body) functions.set(fn.name, body);
  }
  return { ...program, functions };
}

function bodyOf(fn: Fn, capability: number): Fn | undefined {
  const [, shape, what] = /^wmma\.(m\d+n\d+k\d+)_(.*)@device$/.exec(fn.name) ?? [];
  if (!shape || !what) return undefined;
  const doubles = shape === 'm8n8k4';
  if (capability < (doubles ? needed.doubles : needed.halves)) return undefined;
  const operand = doubles ? doubleOperand : halfOperand;
  const writer = new Writer(fn, shape);
  const [, matrix, order] = /^load_([ab])([cr])$/.exec(what) ?? [];
  if (matrix && order) return writer.load(operand, `load.${matrix}`, orders[order]!);
  const [, kind, way] = /^c([248])_(load|store)$/.exec(what) ?? [];
  if (kind && way) return writer.inOrder(sums[kind]!, way === 'load');
  const [, a, b, d, c, how] = /^([cr])([cr])_([248])([248])_(plain|add)$/.exec(what) ?? [];
  if (!a || !b || !d || !c) return undefined;
  const order2 = `${orders[a]}.${orders[b]}`;
  return writer.multiply(operand, order2, sums[d]!, how === 'add' ? sums[c]! : undefined);
}

class Writer {
  private readonly fn: Fn;
  private readonly shape: string;
  private readonly locals;

  constructor(fn: Fn, shape: string) {
    this.fn = fn;
    this.shape = shape;
    this.locals = [...fn.locals.slice(0, fn.params)];
  }

  /** load(part, matrix, ld) */
  load(part: Part, what: string, order: string): Fn {
    return this.done([...this.take(part, what, order), together()]);
  }

  /** load(part, matrix, ld, layout) or store(matrix, part, ld, layout), in the order that the running program chooses: by columns where it says nothing. */
  inOrder(part: Part, isLoad: boolean): Fn {
    const way = (order: string): readonly Statement[] =>
      isLoad ? this.take(part, 'load.c', order) : this.give(part, order);
    const layout = this.param(3);
    const byRows: Statement = {
      kind: 'if',
      condition: op('eq', [load('i32', layout), i32(0)]),
      then: way('row'),
      otherwise: way('col'),
    };
    const chosen: Statement = {
      kind: 'if',
      condition: ne(layout, nullPointer('ptr.generic')),
      then: [byRows],
      otherwise: way('col'),
    };
    return this.done(isLoad ? [chosen, together()] : [together(), chosen, together()]);
  }

  /** multiply(d, a, b) or multiply(d, a, b, c) */
  multiply(operand: Part, order: string, d: Part, c: Part | undefined): Fn {
    const sum = c ?? d;
    const zero: Expression = { kind: 'const', type: sum.type, value: 0 };
    const start = c ? this.registers(this.param(3), c) : Array.from({ length: d.count }, () => zero);
    const types = operand.name === 'f64' ? 'f64.f64.f64.f64' : [d.name, sum.name].join('.');
    const results = this.fresh(d);
    const args = [...this.registers(this.param(1), operand), ...this.registers(this.param(2), operand), ...start];
    return this.done([
      this.instruction(`mma.sync.aligned.${order}.${this.shape}.${types}`, args, results),
      ...this.keep(this.param(0), d, results),
    ]);
  }

  private take(part: Part, what: string, order: string): readonly Statement[] {
    const results = this.fresh(part);
    const name = `${what}.sync.aligned.${order}.${this.shape}.${part.name}`;
    return [
      this.instruction(name, [this.param(1), this.param(2)], results),
      ...this.keep(this.param(0), part, results),
    ];
  }

  private give(part: Part, order: string): readonly Statement[] {
    const name = `store.d.sync.aligned.${order}.${this.shape}.${part.name}`;
    return [this.instruction(name, [this.param(0), ...this.registers(this.param(1), part), this.param(2)], [])];
  }

  private instruction(name: string, args: readonly Expression[], results: readonly number[]): Statement {
    return { kind: 'call', callee: { kind: 'direct', name: `${prefix}${name}` }, args, results };
  }

  private param(i: number): Expression {
    return local(i, this.locals[i]!.type);
  }

  private fresh(part: Part): number[] {
    return Array.from({ length: part.count }, () => this.locals.push({ name: 'part', type: part.type }) - 1);
  }

  private registers(from: Expression, part: Part): Expression[] {
    return Array.from({ length: part.count }, (_, i) => load(part.type, from, i * sizeOf(part.type)));
  }

  private keep(to: Expression, part: Part, results: readonly number[]): Statement[] {
    return results.map((r, i) => ({
      kind: 'store',
      memory: part.type,
      to,
      offset: i * sizeOf(part.type),
      value: local(r, part.type),
    }));
  }

  private done(body: readonly Statement[]): Fn {
    return { ...this.fn, locals: this.locals, slots: [], body: [...body, { kind: 'return', values: [] }] };
  }
}

/** What other lanes have stored is there, and what they read has been read. */
const together = (): Statement => ({ kind: 'barrier', scope: 'warp' });
