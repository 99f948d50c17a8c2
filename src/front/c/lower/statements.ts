/** Statements. */

import { impossible } from '../../../base/impossible.ts';
import { i32, local, not, op } from '../../../ir/build.ts';
import type { Expression as Ir, Statement as IrStatement } from '../../../ir/module.ts';
import { isPointer as isPointerIr } from '../../../ir/types.ts';
import { listElement } from '../parse/rank.ts';
import type { Expression, FunctionSymbol, Statement, VariableSymbol } from '../tree.ts';
import type { Type } from '../types.ts';
import { condition, effect, place, value } from './expressions.ts';
import { type FunctionLowering, type Jump, NeedsParts } from './function.ts';
import { initialisePlace } from './initialise.ts';
import { counted } from './loops.ts';
import { valueType } from './represent.ts';
import { lowerSwitch } from './switch.ts';
import { setTables } from './tables.ts';
import { destroyAt, destroyOne, destroyTo, freeTaken, goOn, nothing } from './unwind.ts';

/** A list in which a label may stand: forward jumps leave a block, backward ones begin a loop anew. */
export function statements(f: FunctionLowering, list: readonly Statement[]): void {
  const at = list.findIndex((s) => s.kind === 'label');
  if (at < 0) {
    for (const [i, s] of list.entries()) {
      statement(f, s);
      for (const jump of f.ahead) jump.depth = f.living.length;
      // What stands behind a return is not even linked: a function of both sides names there what one side has.
      if (f.out.at(-1)?.kind === 'return' && !hasLabel(list.slice(i + 1))) return;
    }
    return;
  }
  const label = list[at] as Statement & { readonly kind: 'label' };
  const before = list.slice(0, at);
  const after = list.slice(at + 1);
  const isBack = jumpsTo(after, label.name);
  if (jumpsTo(before, label.name)) {
    const name = f.label('past');
    const outer = f.gotos.get(label.name);
    const jump: Jump = { kind: 'break', label: name, depth: f.living.length };
    f.gotos.set(label.name, jump);
    const { ahead } = f;
    f.ahead = [...ahead, jump];
    const body = f.collect(() => statements(f, before));
    f.ahead = ahead;
    restore(f, label.name, outer);
    f.emit({ kind: 'block', label: name, body });
  } else statements(f, before);
  if (!isBack) {
    statements(f, after);
    return;
  }
  const name = f.label('again');
  const outer = f.gotos.get(label.name);
  f.gotos.set(label.name, { kind: 'continue', label: name, depth: f.living.length });
  const body = f.collect(() => statements(f, after));
  restore(f, label.name, outer);
  f.emit({ kind: 'loop', label: name, body: [...body, { kind: 'break', label: name, at: f.at }] });
}

function restore(f: FunctionLowering, name: string, outer: Jump | undefined): void {
  if (outer) f.gotos.set(name, outer);
  else f.gotos.delete(name);
}

export function jumpsTo(list: readonly Statement[], label: string): boolean {
  return list.some((s) => {
    switch (s.kind) {
      case 'goto':
        return s.label === label;
      case 'block':
        return jumpsTo(s.body, label);
      case 'if':
        return jumpsTo([s.then, ...(s.otherwise ? [s.otherwise] : [])], label);
      case 'loop':
      case 'switch':
        return jumpsTo([s.body], label);
      case 'try':
        return jumpsTo([s.body, ...s.handlers.map((h) => h.body)], label);
      default:
        return false;
    }
  });
}

export function statement(f: FunctionLowering, s: Statement): void {
  f.at = s.at;
  switch (s.kind) {
    case 'expression':
      whole(f, () => effect(f, s.value));
      return;
    case 'variable':
      declared(f, s);
      return;
    case 'block':
      scoped(f, s.body);
      return;
    case 'place':
      placed(f, s);
      return;
    case 'tables':
      setTables(f, place(f, s.place), s.tables);
      return;
    case 'destroy':
      destroyAt(f, s.fn, place(f, s.place), s.place.type);
      return;
    case 'if':
      branch(f, s);
      return;
    case 'loop':
      loop(f, s);
      return;
    case 'switch':
      lowerSwitch(f, s, statements);
      return;
    case 'try':
      attempted(f, s);
      return;
    case 'break':
      if (f.breakTo) leave(f, f.breakTo);
      return;
    case 'continue':
      if (f.continueTo) leave(f, f.continueTo);
      return;
    case 'return':
      result(f, s);
      return;
    case 'goto': {
      const way = f.gotos.get(s.label);
      if (!way) throw new NeedsParts();
      leave(f, way);
      return;
    }
    case 'label':
    case 'empty':
      return;
    case 'case':
      throw new NeedsParts();
    default:
      impossible(s);
      return;
  }
}

/** Members that a constructor has made end where it does not come to its end. */
function placed(f: FunctionLowering, s: Statement & { readonly kind: 'place' }): void {
  whole(f, () => initialisePlace(f, place(f, s.place), s.initial, s.place.type));
  const isMade = f.fn?.role === 'constructor' && f.unit.thrown !== undefined && f.mode === 'host';
  const fn = isMade ? f.unit.destructorOf(s.place.type) : undefined;
  if (!fn) return;
  const at = f.collect(() => {
    f.living.push({ fn, at: place(f, s.place), type: s.place.type, onThrow: true });
  });
  f.out.push(...at);
}

/** Leaves the inner block where something was thrown, and the outer one where all is well. */
function attempted(f: FunctionLowering, s: Statement & { readonly kind: 'try' }): void {
  effect(f, s.enter);
  const past = f.label('past');
  const caught = f.label('caught');
  const depth = f.living.length;
  const outer = f.catchTo;
  f.catchTo = { kind: 'break', label: caught, depth };
  const body = guarded(f, s.leave, past, s.body);
  f.catchTo = outer;
  const handlers = f.collect(() => {
    for (const h of s.handlers) {
      const test = f.keep(wholeValue(f, () => condition(f, h.test)));
      const then = guarded(f, s.end, past, h.body);
      f.emit({ kind: 'if', condition: test, then, otherwise: [] });
    }
    effect(f, s.unhandled);
    goOn(f);
  });
  f.emit({ kind: 'block', label: past, body: [{ kind: 'block', label: caught, body, at: s.at }, ...handlers] });
}

/** A function is called however the statement is left. */
function guarded(f: FunctionLowering, fn: FunctionSymbol, past: string, body: Statement): IrStatement[] {
  const depth = f.living.length;
  return f.collect(() => {
    f.living.push({ fn, at: undefined, type: { kind: 'void' } });
    statements(f, [body]);
    if (!endsInJump(f.out)) {
      destroyTo(f, depth);
      f.emit({ kind: 'break', label: past });
    }
    f.living.length = depth;
  });
}

/** What lives in a block is destroyed at its end. */
function scoped(f: FunctionLowering, list: readonly Statement[]): void {
  const depth = f.living.length;
  const { ahead } = f;
  f.ahead = [];
  statements(f, list);
  f.ahead = ahead;
  if (!endsInJump(f.out)) destroyTo(f, depth);
  f.living.length = depth;
}

function endsInJump(list: readonly IrStatement[]): boolean {
  const last = list.at(-1)?.kind;
  return last === 'return' || last === 'break' || last === 'continue';
}

/** A whole expression: the objects without names that it makes are destroyed at its end; elements of the list that `type` is, with the block. */
export function whole(f: FunctionLowering, run: () => void, type?: Type): void {
  const { temporaries, outerTemporaries, inBranch } = f;
  f.outerTemporaries = [...outerTemporaries, ...temporaries];
  f.temporaries = [];
  f.inBranch = 0;
  run();
  endTemporaries(f, type);
  Object.assign(f, { temporaries, outerTemporaries, inBranch });
}

function endTemporaries(f: FunctionLowering, type: Type | undefined): void {
  const isList = type !== undefined && listElement(type) !== undefined;
  const lasting = isList ? f.temporaries.filter((one) => one.lasts) : [];
  for (const one of f.temporaries.reverse()) if (!lasting.includes(one)) destroyOne(f, one);
  f.living.push(...lasting);
}

/** Its value, kept where something is destroyed after it. */
function wholeValue(f: FunctionLowering, run: () => Ir): Ir {
  let made: Ir = i32(0);
  whole(f, () => {
    made = run();
    if (f.temporaries.length > 0) made = f.keep(made);
  });
  return made;
}

/** Out of blocks: what lives in them ends. */
function leave(f: FunctionLowering, to: Jump): void {
  destroyTo(f, to.depth ?? 0);
  f.jump(to);
}

function declared(f: FunctionLowering, { variable: v }: Statement & { readonly kind: 'variable' }): void {
  if (v.size) {
    takeMemory(f, v, v.size);
    return;
  }
  if (v.inMemory || v.type.kind === 'record' || v.type.kind === 'array') {
    const where = f.where(v);
    const result = v.isResult && f.resultPlace ? f.placeAt(f.resultPlace) : undefined;
    const at = result ?? (where && 'place' in where ? where.place : f.slotFor(v.name, v.type, v.align));
    f.bind(v, { place: at });
    const { initial } = v;
    if (initial) whole(f, () => initialisePlace(f, at, initial, v.type), v.type);
    if (v.destroy) f.living.push({ fn: v.destroy, at, type: v.type, ...(result && { onThrow: true }) });
    return;
  }
  const known = f.where(v);
  const index = known && 'local' in known ? known.local : f.newLocal(v.name, valueType(v.type, f.mode));
  if (v.initial?.kind !== 'value') {
    f.bind(v, { local: index });
    return;
  }
  // The name is known in its own first value.
  f.bind(v, { local: index });
  const given = firstValue(f, v, v.initial.value);
  const wanted = f.locals[index]!.type;
  f.emit({
    kind: 'set',
    local: index,
    value:
      given.type !== wanted && isPointerIr(given.type) && isPointerIr(wanted)
        ? op('cast.space', [given], wanted)
        : given,
  });
}

/** What a reference is bound to lives as long as it does. */
function firstValue(f: FunctionLowering, v: VariableSymbol, e: Expression): Ir {
  const of = v.type.kind === 'reference' && e.kind === 'address' ? e.of : undefined;
  let owner = of;
  while (owner?.kind === 'member') owner = owner.of;
  const isNew = owner?.kind === 'object' || owner?.kind === 'construct' || owner?.kind === 'call';
  if (!of || !owner || !isNew || (owner.kind === 'call' && owner.type.kind !== 'record'))
    return wholeValue(f, () => value(f, e));
  const { temporaries, outerTemporaries, inBranch } = f;
  f.outerTemporaries = [...outerTemporaries, ...temporaries];
  f.temporaries = [];
  f.inBranch = 0;
  const address = f.keep(f.addressOf(place(f, of)));
  const last = f.temporaries.at(-1);
  const isOwn = last !== undefined && last.type === owner.type;
  if (isOwn) f.temporaries.pop();
  endTemporaries(f, owner.type);
  if (isOwn) f.living.push(last);
  Object.assign(f, { temporaries, outerTemporaries, inBranch });
  return address;
}

/** An array whose size is known here: what the place had before is given back. */
function takeMemory(f: FunctionLowering, v: VariableSymbol, size: Expression): void {
  const known = f.where(v);
  const index =
    known && 'place' in known && known.place.pointer.kind === 'op' && known.place.pointer.args[0]?.kind === 'local'
      ? known.place.pointer.args[0].index
      : f.newLocal(v.name, 'i64');
  if (!f.taken.includes(index)) f.taken.push(index);
  const bytes = f.keep(value(f, size));
  f.unit.extern('free', ['i64'], []);
  f.unit.extern('malloc', ['i64'], ['i64']);
  f.emit({ kind: 'call', callee: { kind: 'direct', name: 'free' }, args: [local(index, 'i64')], results: [] });
  f.emit({ kind: 'call', callee: { kind: 'direct', name: 'malloc' }, args: [bytes], results: [index] });
  f.bind(v, { place: { pointer: op('from.address', [local(index, 'i64')], 'ptr.host'), offset: 0 } });
}

function branch(f: FunctionLowering, s: Statement & { readonly kind: 'if' }): void {
  const c = wholeValue(f, () => condition(f, s.condition));
  if (c.kind === 'const' && !hasLabel([s])) {
    const taken = c.value ? s.then : s.otherwise;
    if (taken) statements(f, [taken]);
    return;
  }
  const then = f.collect(() => statements(f, [s.then]));
  const otherwise = s.otherwise ? f.collect(() => statements(f, [s.otherwise!])) : [];
  f.at = s.at;
  f.emit({ kind: 'if', condition: c, then, otherwise });
}

function hasLabel(list: readonly Statement[]): boolean {
  return list.some(
    (s) =>
      s.kind === 'label' ||
      s.kind === 'case' ||
      (s.kind === 'block' && hasLabel(s.body)) ||
      (s.kind === 'if' && hasLabel([s.then, ...(s.otherwise ? [s.otherwise] : [])])) ||
      ((s.kind === 'loop' || s.kind === 'switch') && hasLabel([s.body])),
  );
}

/** Runs with what break and continue mean within a loop. */
export function within(
  f: FunctionLowering,
  breakTo: Jump,
  continueTo: Jump | undefined,
  run: () => void,
): IrStatement[] {
  const before = [f.breakTo, f.continueTo] as const;
  f.breakTo = breakTo;
  if (continueTo) f.continueTo = continueTo;
  const made = f.collect(run);
  [f.breakTo, f.continueTo] = before;
  return made;
}

function leaves(c: Ir, label: string, f: FunctionLowering): IrStatement[] {
  if (c.kind === 'const') return c.value ? [] : [{ kind: 'break', label, at: f.at }];
  return [{ kind: 'if', condition: not(c), then: [{ kind: 'break', label, at: f.at }], otherwise: [], at: f.at }];
}

/** What its first part declares lives as long as the loop runs. */
function loop(f: FunctionLowering, s: Statement & { readonly kind: 'loop' }): void {
  const depth = f.living.length;
  if (s.first) statements(f, s.first.kind === 'block' ? s.first.body : [s.first]);
  repeated(f, s);
  destroyTo(f, depth);
  f.living.length = depth;
}

function repeated(f: FunctionLowering, s: Statement & { readonly kind: 'loop' }): void {
  f.at = s.at;
  const label = f.label('loop');
  const ownContinue = s.how === 'while' ? label : f.label('next');
  const depth = f.living.length;
  const next: Jump =
    s.how === 'while' ? { kind: 'continue', label, depth } : { kind: 'break', label: ownContinue, depth };
  const body = within(f, { kind: 'break', label, depth }, next, () => statements(f, [s.body]));
  f.at = s.at;
  const test = f.collect(() => {
    if (!s.condition) return;
    const { condition: asked } = s;
    const c = wholeValue(f, () => condition(f, asked));
    f.out.push(...leaves(c, label, f));
  });
  const step = f.collect(() => {
    const { step: next } = s;
    if (next) whole(f, () => effect(f, next));
  });
  f.at = s.at;
  const once = s.how !== 'do' ? counted(f, s, label, body, ownContinue) : undefined;
  if (once) return void f.out.push(once);
  const inside =
    leavesBlock(body, ownContinue) && s.how !== 'while'
      ? [{ kind: 'block', label: ownContinue, body, at: s.at } as const]
      : body;
  f.emit({ kind: 'loop', label, body: s.how === 'do' ? [...inside, ...test] : [...test, ...inside, ...step] });
}

export function leavesBlock(list: readonly IrStatement[], label: string): boolean {
  return list.some((s) => {
    switch (s.kind) {
      case 'break':
        return s.label === label;
      case 'if':
        return leavesBlock(s.then, label) || leavesBlock(s.otherwise, label);
      case 'loop':
      case 'for':
      case 'block':
        return leavesBlock(s.body, label);
      case 'switch':
        return s.cases.some((c) => leavesBlock(c.body, label)) || leavesBlock(s.otherwise, label);
      default:
        return false;
    }
  });
}

function result(f: FunctionLowering, s: Statement & { readonly kind: 'return' }): void {
  const type = f.fn?.type.result;
  if (!s.value || !type || type.kind === 'void') {
    const { value: only } = s;
    if (only) whole(f, () => effect(f, only));
    giveBack(f);
    f.emit({ kind: 'return', values: nothing(f) });
    return;
  }
  if (type.kind === 'record') {
    const { value: given } = s;
    const to = f.resultPlace;
    if (to && !s.variable?.isResult) whole(f, () => f.unit.put(f, f.placeAt(to), type, given));
    giveBack(f);
    f.emit({ kind: 'return', values: nothing(f) });
    return;
  }
  const { value: wanted } = s;
  const given = wholeValue(f, () => value(f, wanted));
  if (f.taken.length + f.living.length === 0 && f.blocks === undefined) f.emit({ kind: 'return', values: [given] });
  else {
    const kept = f.keep(given);
    giveBack(f);
    f.emit({ kind: 'return', values: [kept] });
  }
}

/** What lives in the function, and its memory for arrays whose size came with them. */
export function giveBack(f: FunctionLowering): void {
  destroyTo(f, 0);
  freeTaken(f);
}

export const currentValue = (f: FunctionLowering, index: number): Ir => local(index, f.locals[index]!.type);
