/** where constructs. */
import { i32, i64, load, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { Expr, Stmt } from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';
import type { Context } from '../context.ts';
import { copyElements, fetched } from '../cuda/cuda-transfer.ts';
import { overElements } from '../cuda/device-assign.ts';
import { type Portable, portable, runsOnDevice } from '../cuda/device-expression.ts';
import { notYet } from '../not-yet.ts';
import { plainOf } from '../value.ts';
import { mayOverlap, staysWhile } from './array-alias.ts';
import { nest } from './array-loop.ts';
import { elementsOfView, newArray, newElements, placeAt, storeElement } from './array-temporary.ts';
import type { Elements } from './array-value.ts';
import { elementalOperand } from './elemental-operand.ts';
import { frozenAtOne } from './section.ts';
import { isContiguous, isDeviceView, product, type View } from './view.ts';

type Where = Stmt & { readonly kind: 'where' };
type Assign = Stmt & { readonly kind: 'assign' };

/** Which arm an element belongs to, one byte each: 0 where none was chosen yet, `barred` where an outer where leaves it out. */
type Choice = { readonly view: View; readonly arm: number };
const barred = 127;

export function lowerWhere(ctx: Context, s: Where): void {
  ctx.scope(() => {
    if (!inOneLoop(ctx, s)) choose(ctx, s, undefined);
  });
}

type Arm = {
  readonly mask: Elements | undefined;
  readonly body: readonly { readonly to: View; readonly value: Elements }[];
};

const mostTogether = 8;

/** Assignments that change nothing which masks or values still read, each element by all of them: one loop. */
function inOneLoop(ctx: Context, s: Where): boolean {
  const assigns = s.arms.flatMap((arm) => arm.body).filter((x) => x.kind === 'assign');
  const first = assigns[0];
  if (!first || !s.arms[0]?.mask || assigns.length > mostTogether || !mayGoTogether(s, assigns)) return false;
  const targets = new Map(assigns.map((a) => [a, frozenAtOne(ctx, a.to)]));
  const extents = targets.get(first)!.axes.map((a) => a.extent);
  if (ctx.mode === 'host' && [...targets.values()].some(isDeviceView)) return inKernel(ctx, s, targets, extents);
  const arms = s.arms.map(({ mask, body }): Arm => {
    return {
      mask: mask && ctx.parts.elements(ctx, mask),
      body: assigns
        .filter((a) => body.includes(a))
        .map((a) => ({ to: targets.get(a)!, value: valuesOf(ctx, a.value) })),
    };
  });
  const flat = arms.every(
    ({ mask, body }) => (mask?.flat ?? true) && body.every((a) => isContiguous(a.to) && a.value.flat),
  );
  nest(ctx, flat ? [product(extents)] : extents, (indexes) => takeArm(ctx, arms, indexes));
  return true;
}

/** The same for arrays of the device in host code: a kernel, where it can compute all masks and values. */
function inKernel(ctx: Context, s: Where, targets: ReadonlyMap<Assign, View>, extents: readonly Expression[]): boolean {
  const read = [...s.arms.flatMap((arm) => arm.mask ?? []), ...[...targets.keys()].map((a) => a.value)];
  if (![...targets.values()].every((v) => isDeviceView(v) && !v.axes.some((a) => a.gather))) return false;
  if (!read.every((e) => runsOnDevice(e) && (e.rank > 0 || !divides(e)))) return false;
  const moved = s.arms.map(({ mask, body }) => ({
    mask: mask && portable(ctx, mask),
    body: [...targets].filter(([a]) => body.includes(a)).map(([a, to]) => ({ to, value: portable(ctx, a.value) })),
  }));
  overElements(ctx, extents, (o) => {
    const elements = (p: Portable): Elements => {
      p.bind(o);
      return o.kernel.parts.elements(o.kernel, p.expression);
    };
    const arms = moved.map(
      ({ mask, body }): Arm => ({
        mask: mask && elements(mask),
        body: body.map(({ to, value }) => ({ to: o.passView(to), value: elements(value) })),
      }),
    );
    return (indexes) => takeArm(o.kernel, arms, indexes);
  });
  return true;
}

/** Masks and values are found as if all elements went through one statement before any comes to the next. */
function mayGoTogether(s: Where, assigns: readonly Assign[]): boolean {
  const targets = assigns.map((a) => a.to);
  const masks = s.arms.flatMap((arm) => arm.mask ?? []);
  const read = [...masks, ...assigns.map((a) => a.value)];
  const steady = [...masks.slice(1), ...assigns.slice(1).flatMap((a) => [a.to, a.value])];
  return (
    s.arms.every((arm) => arm.body.every((x) => x.kind === 'assign')) &&
    targets.every((to) => [...read, ...targets].every((e) => !mayOverlap(to, e))) &&
    steady.every((e) => staysWhile(e, targets))
  );
}

function takeArm(ctx: Context, [arm, ...others]: readonly Arm[], indexes: readonly Expression[]): void {
  if (!arm) return;
  const store = (): void => {
    for (const { to, value } of arm.body) {
      const length = to.type.base === 'character' ? to.bytes : undefined;
      storeElement(ctx, to.type, placeAt(to, indexes), value.at(indexes), length);
    }
  };
  if (!arm.mask) store();
  else if (others.length === 0) ctx.if(plainOf(arm.mask.at(indexes)), store);
  else ctx.if(plainOf(arm.mask.at(indexes)), store, () => takeArm(ctx, others, indexes));
}

function choose(ctx: Context, s: Where, outer: Choice | undefined): void {
  const first = s.arms[0]?.mask;
  if (!first) return;
  const shape = ctx.parts.elements(ctx, first);
  const extents = shape.extents.map((x) => ctx.keep(x, 'extent'));
  const chosen = newArray(ctx, { base: 'logical', kind: 1 }, extents, i64(1));
  const at = (indexes: readonly Expression[]): Expression => load('i8', placeAt(chosen, indexes));
  startChoice(ctx, chosen, extents, outer);
  s.arms.forEach((arm, k) => {
    const number = k + 1;
    const mask = arm.mask ? (k === 0 ? shape : ctx.parts.elements(ctx, arm.mask)) : undefined;
    nest(ctx, extents, (indexes) =>
      ctx.if(op('eq', [at(indexes), i32(0)]), () => {
        const mark = (): void => ctx.store('i8', placeAt(chosen, indexes), i32(number));
        if (mask) ctx.if(plainOf(mask.at(indexes)), mark);
        else mark();
      }),
    );
    for (const inner of arm.body) ctx.scope(() => masked(ctx, inner, { view: chosen, arm: number }));
  });
}

function startChoice(ctx: Context, chosen: View, extents: readonly Expression[], outer: Choice | undefined): void {
  if (!outer) {
    ctx.fill(chosen.base, 0, product(extents));
    return;
  }
  nest(ctx, extents, (indexes) => {
    const open = op('eq', [load('i8', placeAt(outer.view, indexes)), i32(outer.arm)]);
    ctx.store('i8', placeAt(chosen, indexes), op('select', [open, i32(0), i32(barred)]));
  });
}

function masked(ctx: Context, s: Stmt, choice: Choice): void {
  const outer = ctx.at;
  ctx.at = s.span;
  if (s.kind === 'where') choose(ctx, s, choice);
  else if (s.kind === 'assign') maskedAssign(ctx, s, choice);
  else if (s.kind === 'call') maskedCall(ctx, s, choice);
  else notYet(ctx, `${s.kind} in where`);
  ctx.at = outer;
}

function maskedAssign(ctx: Context, s: Assign, choice: Choice): void {
  const target = frozenAtOne(ctx, s.to);
  const device = ctx.mode === 'host' && isDeviceView(target);
  const here = device ? fetched(ctx, target) : target;
  const value = valueFor(ctx, s.to, s.value, choice, here);
  const length = here.type.base === 'character' ? here.bytes : undefined;
  nest(ctx, extentsOf(choice), (indexes) =>
    ctx.if(isOpen(choice, indexes), () => storeElement(ctx, here.type, placeAt(here, indexes), value(indexes), length)),
  );
  if (device) copyElements(ctx, target, here);
}

/** A defined assignment: an elemental subroutine. */
function maskedCall(ctx: Context, s: Stmt & { readonly kind: 'call' }, choice: Choice): void {
  const signature = signatureOf(s.callee);
  const operands = s.args.map((_, i) => elementalOperand(ctx, signature, s.args, i));
  nest(ctx, extentsOf(choice), (indexes) =>
    ctx.if(isOpen(choice, indexes), () => {
      const values = operands.map((o) => o?.at(indexes));
      ctx.parts.callElemental(ctx, s, values);
    }),
  );
}

/** A scalar that might end the program is computed where an element is chosen. */
function valuesOf(ctx: Context, value: Expr): Elements {
  if (value.rank > 0 || !divides(value)) return ctx.parts.elements(ctx, value);
  return { type: value.type, extents: [], bytes: i64(0), flat: true, at: () => ctx.parts.scalar(ctx, value) };
}

/** An integer division of variables. */
function divides(e: Expr): boolean {
  if (e.kind === 'convert') return divides(e.value);
  if (e.kind === 'unary') return divides(e.operand);
  if (e.kind !== 'binary' || e.type.base !== 'integer') return false;
  return e.operator === 'divide' || divides(e.left) || divides(e.right);
}

function extentsOf(choice: Choice): readonly Expression[] {
  return choice.view.axes.map((a) => a.extent);
}

function isOpen(choice: Choice, indexes: readonly Expression[]): Expression {
  return op('eq', [load('i8', placeAt(choice.view, indexes)), i32(choice.arm)]);
}

/** The right side, first put into a temporary where storing would disturb it. */
function valueFor(ctx: Context, to: Expr, value: Expr, choice: Choice, target: View) {
  const elements = valuesOf(ctx, value);
  if (!mayOverlap(to, value)) return elements.at;
  const copy = newElements(ctx, target.type, extentsOf(choice), target.bytes);
  const length = target.type.base === 'character' ? target.bytes : undefined;
  nest(ctx, extentsOf(choice), (indexes) =>
    ctx.if(isOpen(choice, indexes), () =>
      storeElement(ctx, target.type, placeAt(copy, indexes), elements.at(indexes), length),
    ),
  );
  return elementsOfView(ctx, copy).at;
}
