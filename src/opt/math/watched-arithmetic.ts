/**
 * Host arithmetic by functions of library/fortran/ieee that keep the flags of IEEE 754, stop at exceptions and round as the program asks: only in programs that ask.
 * Procedures that work with the state begin with quiet flags and leave the modes as they found them.
 */
import { f32, f64, i32, local, op } from '../../ir/build.ts';
import type { Program } from '../../ir/link.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import type { OperationName } from '../../ir/operations.ts';
import { eachStatement, mapStatement, someExpression } from '../../ir/walk.ts';

type Operation = Extract<Expression, { readonly kind: 'op' }>;

const own = 'cufort_ieee';
const ofLibrary = /^(?:cufort_ieee[._]|ieee_(?:exceptions|arithmetic)\.)/;

/** Functions that a watched program needs, whatever it reaches. */
export const watchFunctions: readonly string[] = [
  ...['add', 'sub', 'mul', 'div', 'sqrt', 'fma', 'whole', 'nearest', 'math'].flatMap((n) => [`${n}4`, `${n}8`]),
  'narrow4',
  'cut',
]
  .map((n) => `${own}.${n}`)
  .concat('cufort_ieee_enter', 'cufort_ieee_leave');

/** Does the program ask for flags, or may it ask for another way of rounding, for halting or for abrupt underflow? */
export function isWatched(program: Program): boolean {
  if (program.functions.has('cufort_ieee_get_flag') || program.functions.has('cufort_ieee_set_rounding')) return true;
  return (
    startsWithHalting(program) ||
    callsWith(program, 'ieee_exceptions.ieee_set_halting_mode', 0) ||
    callsWith(program, 'ieee_arithmetic.ieee_set_underflow_mode', 1)
  );
}

/** -Ktrap. */
function startsWithHalting(program: Program): boolean {
  let found = false;
  eachStatement(program.functions.get('main')?.body ?? [], (s) => {
    if (s.kind === 'call' && s.callee.kind === 'direct') found ||= s.callee.name === 'cufort_ieee_set_halting';
  });
  return found;
}

/** Whether a call of the function has another last argument than this constant. */
function callsWith(program: Program, name: string, usual: number): boolean {
  let found = false;
  for (const fn of program.functions.values())
    eachStatement(fn.body, (s) => {
      if (s.kind !== 'call' || s.callee.kind !== 'direct' || s.callee.name !== name) return;
      const last = s.args.at(-1);
      if (last?.kind !== 'const' || Number(last.value) !== usual) found = true;
    });
  return found;
}

export function watchArithmetic(program: Program): Program {
  const functions = new Map<string, Fn>();
  for (const [name, fn] of program.functions)
    functions.set(name, fn.kind === 'host' && !ofLibrary.test(name) ? withState(watched(fn)) : fn);
  return { ...program, functions };
}

const twoOperands = new Set<OperationName>(['add', 'sub', 'mul', 'div', 'fma', 'sqrt', 'nearest']);

/** Functions of the math library, and where they have poles: see `math8` of cufort_ieee. */
const mathPoles: Readonly<Partial<Record<OperationName, number>>> = {
  ...Object.fromEntries(
    'rsqrt fmod sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh exp exp2 exp10 expm1 log log2 log10 pow cbrt hypot erf erfc j0 j1 y0 y1 jn yn'
      .split(' ')
      .map((n) => [n, 0]),
  ),
  atanh: 1,
  log1p: 1,
  gamma: 2,
  lgamma: 2,
};

const isReal = (e: Expression | undefined) => e?.type === 'f32' || e?.type === 'f64';

/** May it raise a flag, or be rounded? */
function raises(e: Expression): e is Operation {
  if (e.kind !== 'op') return false;
  const [x] = e.args;
  if (twoOperands.has(e.op)) return isReal(e);
  if (e.op === 'to.i32' || e.op === 'to.i64') return isReal(x);
  if (e.op === 'to.f32') return x?.type === 'f64' || x?.type === 'i32' || x?.type === 'i64';
  if (e.op === 'to.f64') return x?.type === 'i64';
  return isReal(e) && mathPoles[e.op] !== undefined;
}

function watched(fn: Fn): Fn {
  const watch = new Watch(fn);
  const body = watch.list(fn.body);
  return watch.locals.length === fn.locals.length ? fn : { ...fn, locals: watch.locals, body };
}

class Watch {
  readonly locals: Local[];
  private out: Statement[] = [];

  constructor(fn: Fn) {
    this.locals = [...fn.locals];
  }

  list(list: readonly Statement[]): readonly Statement[] {
    return this.collected(() => {
      for (const s of list) {
        const made = mapStatement(s, { expression: (e) => this.expression(e), body: (b) => this.list(b) });
        this.out.push(made);
      }
    });
  }

  private collected(fill: () => void): readonly Statement[] {
    const outer = this.out;
    const inner: Statement[] = [];
    this.out = inner;
    fill();
    this.out = outer;
    return inner;
  }

  /** The same value without operations that raise flags: calls that stand before the statement make theirs. */
  private expression(e: Expression): Expression {
    if (!someExpression(e, raises)) return e;
    if (e.kind === 'load') return { ...e, from: this.expression(e.from) };
    if (e.kind !== 'op') return e;
    if (e.op === 'select') return this.choice(e);
    const args = e.args.map((a) => this.expression(a));
    const made: Operation = { ...e, args };
    return raises(made) ? this.operation(made) : made;
  }

  /** Only the part that is chosen may raise flags. */
  private choice(e: Operation): Expression {
    const [condition, yes, no] = e.args;
    if (!condition || !yes || !no) return e;
    const tested = this.expression(condition);
    const index = this.fresh(e.type);
    const side = (value: Expression) =>
      this.collected(() => void this.out.push({ kind: 'set', local: index, value: this.expression(value) }));
    this.out.push({ kind: 'if', condition: tested, then: side(yes), otherwise: side(no) });
    return local(index, e.type);
  }

  private operation(e: Operation): Expression {
    const [x = i32(0), y = x] = e.args;
    if (e.op === 'to.i32' || e.op === 'to.i64') {
      const kept = this.kept(x);
      const wide = kept.type === 'f32' ? op('to.f64', [kept]) : kept;
      this.call('cut', [wide, i32(e.type === 'i64' ? 64 : 32)]);
      return { ...e, args: [kept] };
    }
    if (e.op === 'to.f32' || e.op === 'to.f64') {
      if (x.type === 'f64') return this.value('narrow4', [x], 'f32');
      return this.value(e.type === 'f32' ? 'whole4' : 'whole8', [x.type === 'i32' ? op('extend', [x]) : x], e.type);
    }
    const size = e.type === 'f32' ? 4 : 8;
    if (twoOperands.has(e.op)) return this.value(`${e.op}${size}`, e.args, e.type);
    const args = e.args.map((a) => this.kept(a));
    const result = this.kept({ ...e, args });
    const real = (a: Expression | undefined): Expression => (a && isReal(a) ? a : e.type === 'f32' ? f32(1) : f64(1));
    this.call(`math${size}`, [result, real(args[0]), real(y === x ? args[0] : args[1]), i32(mathPoles[e.op] ?? 0)]);
    return result;
  }

  private fresh(type: Expression['type']): number {
    return this.locals.push({ name: 'watched', type }) - 1;
  }

  private kept(value: Expression): Expression {
    if (value.kind === 'local' || value.kind === 'const') return value;
    const index = this.fresh(value.type);
    this.out.push({ kind: 'set', local: index, value });
    return local(index, value.type);
  }

  private value(name: string, args: readonly Expression[], type: Expression['type']): Expression {
    const index = this.fresh(type);
    this.call(name, args, [index]);
    return local(index, type);
  }

  private call(name: string, args: readonly Expression[], results: readonly number[] = []): void {
    this.out.push({ kind: 'call', callee: { kind: 'direct', name: `${own}.${name}` }, args, results });
  }
}

/** Where the procedure calls routines of the modules: the state on entry, and after it. */
function withState(fn: Fn): Fn {
  let works = false;
  eachStatement(fn.body, (s) => {
    if (s.kind === 'call' && s.callee.kind === 'direct' && ofLibrary.test(s.callee.name))
      works ||= !s.callee.name.startsWith(`${own}.`);
  });
  if (!works || fn.name === 'main') return fn;
  const before = fn.locals.length;
  const locals: Local[] = [...fn.locals, { name: 'state', type: 'i32' }];
  const direct = (name: string) => ({ kind: 'direct', name }) as const;
  const leave: Statement = {
    kind: 'call',
    callee: direct('cufort_ieee_leave'),
    args: [local(before, 'i32')],
    results: [],
  };
  const leaving = (list: readonly Statement[]): readonly Statement[] =>
    list.flatMap((s): Statement[] => {
      if (s.kind !== 'return') return [mapStatement(s, { expression: (e) => e, body: leaving })];
      return [leave, s];
    });
  const body = leaving(fn.body);
  const enter: Statement = { kind: 'call', callee: direct('cufort_ieee_enter'), args: [], results: [before] };
  const ends = fn.body.at(-1)?.kind === 'return';
  return { ...fn, locals, body: [enter, ...body, ...(ends || fn.results.length > 0 ? [] : [leave])] };
}
