/** Intrinsics that call the runtime (rows `by: 'call'`): clocks, random numbers, command line, environment. */
import { InternalError } from '../../../../base/impossible.ts';
import { bool, i32, i64, op, select } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { ioFlagBit, ioHasUnit, ioIsComplete, ioOperationNumber } from '../../../../library/io-keys.ts';
import { systemNumbers } from '../../../../library/system-names.ts';
import { notSupported } from '../../errors/lowering.ts';
import { descriptorBytes } from '../../layout.ts';
import type { Expr, Stmt, Type } from '../../program.ts';
import { moveType } from '../arrays/descriptor.ts';
import { assignValue } from '../assignment.ts';
import { type Context, plus } from '../context.ts';
import { convertValue } from '../convert.ts';
import { lowerAddress, lowerLength } from '../designator.ts';
import { settleNamed } from '../objects/allocation.ts';
import { placeInText } from '../text.ts';
import { plain, plainOf, textOf, type Value } from '../value.ts';
import { callEitherWay } from './absent.ts';
import { nextRandom, randomState } from './random.ts';

type Call = { readonly name: string; readonly args: readonly (Expr | undefined)[]; readonly span: Expr['span'] };
type Subroutine = (ctx: Context, args: readonly (Expr | undefined)[], call: Call) => void;
type Fn = (ctx: Context, args: readonly (Expr | undefined)[], type: Type) => Value;

const long: Type = { base: 'integer', kind: 8 };
const int: Type = { base: 'integer', kind: 4 };
const double: Type = { base: 'real', kind: 8 };
const noAddress: Expression = { kind: 'const', type: 'ptr.host', value: 0n };

export function surroundingsSubroutine(ctx: Context, s: Stmt & { readonly kind: 'intrinsic-call' }): void {
  if (callEitherWay(ctx, s, (x) => surroundingsSubroutine(ctx, x))) return;
  const own = subroutines[s.name];
  if (own) return void own(ctx, s.args, s);
  const fn = functions[s.name];
  if (fn) return void fn(ctx, s.args, int);
  ctx.module.diagnostics.push(notSupported(s.span, `intrinsic \`${s.name}\``));
}

export function surroundingsFunction(ctx: Context, e: Expr & { readonly kind: 'intrinsic' }): Value {
  const own = functions[e.name];
  if (own) return own(ctx, e.args, e.type);
  ctx.module.diagnostics.push(notSupported(e.span, `intrinsic \`${e.name}\``));
  return convertValue(ctx, plain(i32(0)), int, e.type.base === 'character' ? int : e.type);
}

/** Sets a variable that may be absent to a value of type `from`. */
function set(ctx: Context, to: Expr | undefined, x: Expression | undefined, from: Type): void {
  if (to && x) assignValue(ctx, to, convertValue(ctx, plain(x), from, to.type));
}

function textArgs(ctx: Context, e: Expr | undefined): Expression[] {
  if (!e) return [noAddress, i64(0)];
  const t = textOf(ctx.parts.scalar(ctx, e));
  return [t.address, t.length];
}

function textTarget(ctx: Context, e: Expr | undefined): Expression[] {
  return e ? [lowerAddress(ctx, e), lowerLength(ctx, e)] : [noAddress, i64(0)];
}

function integer(ctx: Context, e: Expr | undefined, otherwise: number): Expression {
  if (!e) return i32(otherwise);
  return plainOf(convertValue(ctx, ctx.parts.scalar(ctx, e), e.type, int));
}

function truth(ctx: Context, e: Expr | undefined, otherwise: boolean): Expression {
  return op('to.i32', [e ? ctx.parts.condition(ctx, e) : bool(otherwise)]);
}

/** 0 where it went well, -1 where the variable was too short, 1 where there is nothing. */
function lengthStatus(ctx: Context, value: Expr | undefined, length: Expression): Expression {
  const room = value ? lowerLength(ctx, value) : i64(2 ** 31);
  return select(op('lt', [length, i64(0)]), i32(1), select(op('gt', [length, room]), i32(-1), i32(0)));
}

const subroutines: Readonly<Record<string, Subroutine>> = {
  cpu_time: (ctx, [time]) => set(ctx, time, ctx.runtime('time.cpu')[0], double),
  system_clock: (ctx, [count, rate, max]) => {
    const kinds = [count, rate, max].map((e) => (e?.type.base === 'integer' ? e.type.kind : 0));
    const bytes = Math.max(...kinds) || 4;
    const made = ctx.runtime('time.clock', i32(bytes));
    set(ctx, count, made[0], long);
    set(ctx, rate, made[1], long);
    set(ctx, max, made[2], long);
  },
  date_and_time: (ctx, [date, time, zone, values]) => {
    const texts = [date, time, zone].flatMap((e) => textTarget(ctx, e));
    const address = values ? ctx.parts.arrayArgument(ctx, undefined, values) : noAddress;
    ctx.runtime('time.date', ...texts, address, i32(values?.type.base === 'integer' ? values.type.kind : 4));
  },
  random_number: randomNumber,
  random_seed: (ctx, [size, put, get]) => {
    if (size) set(ctx, size, ctx.runtime('random.seed-size')[0], int);
    const state = randomState(ctx);
    if (put) ctx.runtime('random.seed-put', ctx.parts.arrayArgument(ctx, undefined, put), state);
    if (get) ctx.runtime('random.seed-get', ctx.parts.arrayArgument(ctx, undefined, get), state);
    if (!size && !put && !get) ctx.runtime('random.seed-put', noAddress, state);
  },
  random_init: (ctx, [repeatable, distinct]) =>
    void ctx.runtime('random.init', truth(ctx, repeatable, false), truth(ctx, distinct, false), randomState(ctx)),
  srand: (ctx, [seed]) => seedBy(ctx, ctx.keep(integer(ctx, seed, 0))),
  get_command: (ctx, [command, length, status]) => {
    const n = ctx.runtime('program.command', ...textTarget(ctx, command))[0] ?? i64(0);
    set(ctx, length, n, long);
    set(ctx, status, lengthStatus(ctx, command, n), int);
  },
  get_command_argument: (ctx, [number, value, length, status]) => {
    const n = ctx.runtime('program.argument', integer(ctx, number, 0), ...textTarget(ctx, value))[0] ?? i64(0);
    set(ctx, length, op('max', [n, i64(0)]), long);
    set(ctx, status, lengthStatus(ctx, value, n), int);
  },
  getarg: (ctx, [number, value]) =>
    void ctx.runtime('program.argument', integer(ctx, number, 0), ...textTarget(ctx, value)),
  get_environment_variable: (ctx, [name, value, length, status, trim]) => {
    const args = [...textArgs(ctx, name), truth(ctx, trim, true), ...textTarget(ctx, value)];
    const n = ctx.runtime('program.environment', ...args)[0] ?? i64(0);
    set(ctx, length, op('max', [n, i64(0)]), long);
    set(ctx, status, lengthStatus(ctx, value, n), int);
  },
  getenv: (ctx, [name, value]) =>
    void ctx.runtime('program.environment', ...textArgs(ctx, name), i32(1), ...textTarget(ctx, value)),
  execute_command_line: (ctx, [command, wait, exitstat, cmdstat, cmdmsg]) => {
    const made = ctx.runtime('program.execute', ...textArgs(ctx, command), truth(ctx, wait, true));
    set(ctx, exitstat, made[0], int);
    set(ctx, cmdstat, made[1], int);
    const status = made[1];
    const message = 'the command could not be run';
    if (cmdmsg && status)
      ctx.if(op('ne', [status, i32(0)]), () =>
        assignValue(ctx, cmdmsg, { kind: 'character', address: ctx.text(message), length: i64(message.length) }),
      );
  },
  exit: (ctx, [status]) => {
    ctx.runtime('program.stop', integer(ctx, status, 0), noAddress, i64(0), i32(1));
    ctx.emit({ kind: 'trap', message: 'exit returned' });
  },
  abort: (ctx) => {
    ctx.runtime('program.error-stop', i32(134), noAddress, i64(0), i32(1));
    ctx.emit({ kind: 'trap', message: 'abort returned' });
  },
  sleep: (ctx, [seconds]) => void ctx.runtime('time.sleep', integer(ctx, seconds, 0)),
  move_alloc: moveAllocation,
  mvbits: moveBits,
  split: splitText,
  flush: (ctx, [unit]) => {
    const number = unit ? op('extend', [ctx.keep(integer(ctx, unit, 6))]) : undefined;
    const bits = ioFlagBit('hasIostat') | ioIsComplete | (number ? ioHasUnit : 0);
    ctx.runtime('io.start', i32(ioOperationNumber('flush')), i32(bits), number ?? i64(0), noAddress, i64(0));
    ctx.runtime('io.end');
  },
};

/** The descriptor of `from` becomes that of `to`, which is freed first. */
function moveAllocation(ctx: Context, args: readonly (Expr | undefined)[]): void {
  const [from, to, stat] = args;
  const of = to?.kind === 'variable' ? to.variable : to?.kind === 'part' ? to.component : undefined;
  if (!from || !to || !of) throw new InternalError('move_alloc without its arguments', ctx.at);
  const source = ctx.keep(ctx.parts.descriptorAddress(ctx, from));
  const target = ctx.keep(ctx.parts.descriptorAddress(ctx, to));
  settleNamed(ctx, of);
  if (from.kind === 'variable') settleNamed(ctx, from.variable);
  ctx.parts.freeAllocatable(ctx, of, target);
  ctx.copy(target, source, i64(descriptorBytes(to.rank)));
  ctx.store('i64', source, i64(0));
  moveType(ctx, to.type, from.type, target, source);
  set(ctx, stat, i32(0), int);
}

function moveBits(ctx: Context, args: readonly (Expr | undefined)[]): void {
  const [from, position, length, to, place] = args;
  if (!from || !position || !length || !to || !place) throw new InternalError('mvbits without its arguments', ctx.at);
  if (args.some((a) => a && a.rank > 0))
    return void ctx.module.diagnostics.push(notSupported(ctx.at, 'mvbits of arrays'));
  const wide = (e: Expr) => ctx.keep(plainOf(convertValue(ctx, ctx.parts.scalar(ctx, e), e.type, long)));
  const [x, p, n, old, q] = [from, position, length, to, place].map(wide);
  if (!x || !p || !n || !old || !q) return;
  const all = op('ge', [n, i64(64)]);
  const mask = ctx.keep(select(all, i64(-1), op('sub', [op('shl', [i64(1), op('and', [n, i64(63)])]), i64(1)])));
  const bits = op('shl', [op('and', [op('shr.u', [x, p]), mask]), q]);
  const kept = op('and', [old, op('xor', [op('shl', [mask, q]), i64(-1)])]);
  set(ctx, to, op('or', [kept, bits]), long);
}

/** The place of the next separator after `pos`, or before it; where there is none, one behind the end or before the beginning. */
function splitText(ctx: Context, args: readonly (Expr | undefined)[]): void {
  const [string, set_, place, back] = args;
  if (!string || !set_ || !place) throw new InternalError('split without its arguments', ctx.at);
  const kind = string.type.base === 'character' && string.type.kind === 4 ? 4 : 1;
  const [whole, separators] = [string, set_].map((e) => textOf(ctx.parts.scalar(ctx, e)));
  if (!whole || !separators) return;
  const text = { address: ctx.keep(whole.address), length: ctx.keep(whole.length) };
  const pos = ctx.keep(plainOf(convertValue(ctx, ctx.parts.scalar(ctx, place), place.type, long)));
  const bytes = (n: Expression): Expression => (kind === 4 ? op('mul', [n, i64(4)]) : n);
  const within = (n: Expression): Expression => op('min', [op('max', [bytes(n), i64(0)]), text.length]);
  const backward = ctx.keep(truth(ctx, back, false));
  const isBack = op('ne', [backward, i32(0)]);
  const from = ctx.keep(select(isBack, i64(0), within(pos)));
  const to = ctx.keep(select(isBack, within(op('sub', [pos, i64(1)])), text.length));
  const part = { address: plus(text.address, from), length: op('sub', [to, from]) };
  const found = ctx.keep(placeInText(ctx, 'scan', part, separators, backward, kind));
  const characters = op('add', [kind === 4 ? op('div', [text.length, i64(4)]) : text.length, i64(1)]);
  const forward = select(op('eq', [found, i64(0)]), characters, op('add', [pos, found]));
  set(ctx, place, select(isBack, found, forward), long);
}

function randomNumber(ctx: Context, args: readonly (Expr | undefined)[]): void {
  const [harvest] = args;
  if (harvest?.type.base !== 'real') throw new InternalError('random_number of no real', ctx.at);
  const type = harvest.type.kind === 8 ? 'f64' : 'f32';
  if (harvest.rank === 0) return void assignValue(ctx, harvest, plain(nextRandom(ctx, type)));
  const bytes = harvest.type.kind;
  const whole = ctx.parts.contiguous(ctx, harvest);
  if (!whole)
    return void ctx.parts.eachElement(ctx, harvest, (_, address) => {
      if (!address) throw new InternalError('random_number of no variable', ctx.at);
      ctx.store(type, address, nextRandom(ctx, type));
    });
  const first = ctx.keep(whole.address);
  ctx.count(whole.count, (i) => {
    ctx.store(type, plus(first, op('mul', [i, i64(bytes)])), nextRandom(ctx, type));
  });
}

function asked(name: 'program.argument-count'): Fn {
  return (ctx, _, type) => convertValue(ctx, plain(ctx.runtime(name)[0] ?? i32(0)), int, type);
}

const seconds: Fn = (ctx, _, type) => convertValue(ctx, plain(ctx.runtime('time.cpu')[0] ?? i32(0)), double, type);

const functions: Readonly<Record<string, Fn>> = {
  command_argument_count: asked('program.argument-count'),
  iargc: asked('program.argument-count'),
  second: (ctx, args, type) => {
    const v = seconds(ctx, args, double);
    set(ctx, args[0], plainOf(v), double);
    return convertValue(ctx, v, double, type.base === 'real' ? type : { base: 'real', kind: 4 });
  },
  etime: timed,
  dtime: timed,
  system: (ctx, [command, status]) => {
    const made = ctx.runtime('program.execute', ...textArgs(ctx, command), i32(1));
    set(ctx, status, made[0], int);
    return plain(made[0] ?? i32(0));
  },
  getpid: (ctx, _, type) => convertValue(ctx, plain(ctx.runtime('program.id')[0] ?? i32(0)), int, type),
  time: (ctx, _, type) => convertValue(ctx, plain(ctx.runtime('time.epoch')[0] ?? i64(0)), long, type),
  time8: (ctx, _, type) => convertValue(ctx, plain(ctx.runtime('time.epoch')[0] ?? i64(0)), long, type),
  getcwd: (ctx, [path, status], type) => answer(ctx, 'program.folder', textTarget(ctx, path), status, type),
  hostnm: (ctx, [name, status], type) => answer(ctx, 'program.machine', textTarget(ctx, name), status, type),
  chdir: (ctx, [path, status], type) => answer(ctx, 'program.enter', textArgs(ctx, path), status, type),
  unlink: (ctx, [path, status], type) => answer(ctx, 'program.remove', textArgs(ctx, path), status, type),
  fdate: (ctx, [date]) => {
    const length = 24;
    const address = ctx.slot('date', length, 1);
    if (date) ctx.runtime('time.text', ...textTarget(ctx, date));
    else ctx.runtime('time.text', address, i64(length));
    return { kind: 'character', address, length: i64(length) };
  },
  isatty: (ctx, [unit]) => {
    const number = i32(systemNumbers.indexOf('terminal'));
    const answer = ctx.runtime('system.number', number, op('extend', [integer(ctx, unit, 0)]))[0] ?? i64(0);
    return plain(op('ne', [answer, i64(0)]));
  },
  rand: (ctx, [again], type) => {
    seedAgain(ctx, again);
    return convertValue(ctx, plain(nextRandom(ctx, 'f64')), double, type);
  },
  irand: (ctx, [again], type) => {
    seedAgain(ctx, again);
    const x = op('mul', [nextRandom(ctx, 'f64'), { kind: 'const', type: 'f64', value: 2 ** 31 - 1 }]);
    return convertValue(ctx, plain(x), double, type);
  },
};

/** The number is the function's value, and that of the variable `status`, if there is one. */
function answer(
  ctx: Context,
  call: 'program.folder' | 'program.machine' | 'program.enter' | 'program.remove',
  args: readonly Expression[],
  status: Expr | undefined,
  type: Type,
): Value {
  const made = ctx.keep(ctx.runtime(call, ...args)[0] ?? i32(0));
  set(ctx, status, made, int);
  return convertValue(ctx, plain(made), int, type);
}

/** 0 goes on, 1 starts anew, any other number is a seed. */
function seedAgain(ctx: Context, again: Expr | undefined): void {
  if (!again) return;
  const seed = ctx.keep(integer(ctx, again, 0));
  ctx.if(op('ne', [seed, i32(0)]), () => seedBy(ctx, seed));
}

function seedBy(ctx: Context, seed: Expression): void {
  const words = ctx.slot('seed', 16, 8);
  for (let i = 0; i < 4; i++) ctx.store('i32', words, seed, 4 * i);
  ctx.runtime('random.seed-put', words, randomState(ctx));
}

function timed(ctx: Context, args: readonly (Expr | undefined)[], type: Type): Value {
  const t = ctx.keep(ctx.runtime('time.cpu')[0] ?? i64(0));
  const [values, time] = args;
  if (values) {
    const address = ctx.keep(ctx.parts.arrayArgument(ctx, undefined, values));
    ctx.store('f32', address, op('to.f32', [t]));
    ctx.store('f32', address, { kind: 'const', type: 'f32', value: 0 }, 4);
  }
  set(ctx, time, t, double);
  return convertValue(ctx, plain(t), double, type.base === 'real' ? type : { base: 'real', kind: 4 });
}
