/** forall and do concurrent: nested loops over index variables of their own. */
import { i64, load, local, mul, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { initialOfLocal } from '../../initial-of-local.ts';
import type { Expr, Stmt, Variable } from '../../program.ts';
import type { Context } from '../context.ts';
import { isDesignator } from '../designator.ts';
import { loadValue } from '../memory.ts';
import { notYet } from '../not-yet.ts';
import { declareLocal } from '../variables/variables.ts';
import { rootOf, sameDesignator } from './array-alias.ts';
import { collect, placeOfView } from './array-call.ts';
import { turns } from './array-loop.ts';
import { viewOfVariable } from './array-place.ts';
import {
  contiguousView,
  elementsOfView,
  fillView,
  frozen,
  newElements,
  placeAt,
  storeElement,
  temporaryMemory,
} from './array-temporary.ts';
import { lowerActiveForall } from './forall-active.ts';
import { type Loop, loopsOf } from './forall-loops.ts';
import { meetsValues } from './met-values.ts';
import { viewOf } from './section.ts';
import type { View } from './view.ts';

type Forall = Stmt & { readonly kind: 'forall' };
type Concurrent = Stmt & { readonly kind: 'do-concurrent' };
type Assign = Stmt & { readonly kind: 'assign' };

/** `body` for all index values; the first index runs fastest. */
function over(
  ctx: Context,
  loops: readonly Loop[],
  independent: boolean,
  label: string | undefined,
  body: () => void,
): void {
  const level = (k: number): void => {
    const l = loops[k];
    if (!l) {
      body();
      return;
    }
    const around = k === 0 && label !== undefined ? { label } : {};
    turns(
      ctx,
      l.trips,
      independent,
      (i) => {
        l.set(op('add', [l.from, mul(i, l.step)]));
        level(k - 1);
      },
      around,
    );
  };
  level(loops.length - 1);
}

export function lowerDoConcurrent(ctx: Context, s: Concurrent): void {
  const loops = loopsOf(ctx, s.indices);
  const label = ctx.freshLabel(s.name);
  ctx.constructs.set(s.name, { exit: label, cycle: { kind: 'continue', label } });
  over(ctx, loops, s.reductions.length === 0 && !meetsValues(s.body), label, () => {
    for (const l of s.locals) bindLocal(ctx, l.outer, l.inner, l.init);
    const run = (): void => ctx.parts.statements(ctx, s.body);
    const mask = s.mask;
    if (mask)
      ctx.if(
        ctx.settled(() => ctx.parts.condition(ctx, mask)),
        run,
      );
    else run();
  });
}

/** A variable of each turn's own. */
function bindLocal(ctx: Context, outer: Variable, inner: Variable, init: boolean): void {
  if (!ctx.places.has(inner)) declareLocal(ctx, { ...inner, storage: 'automatic' }, 'block');
  if (!ctx.places.has(inner)) declareLocal(ctx, inner, 'block');
  if (init) ctx.parts.statements(ctx, [initialOfLocal(inner, outer, ctx.at)]);
}

export function lowerForall(ctx: Context, s: Forall): void {
  ctx.scope(() => {
    if (ctx.mode === 'host' && disturbs(s)) lowerActiveForall(ctx, s);
    else forallIn(ctx, s);
  });
}

function forallIn(ctx: Context, s: Forall): void {
  for (const inner of s.body) {
    const outer = ctx.at;
    ctx.at = inner.span;
    if (inner.kind === 'assign') forallAssign(ctx, s, inner);
    else each(ctx, s, () => ctx.parts.statements(ctx, [inner]));
    ctx.at = outer;
  }
}

/** Whether it matters that statements act one after another for all index values, and masks before all of them. */
function disturbs(s: Forall): boolean {
  const inside = contentsOf(s);
  const changed = inside.assigns.map((a) => a.to);
  if (inside.nested || s.body.length > 1)
    if (inside.headers.some((h) => changed.some((to) => reads(to, h)))) return true;
  if (inside.assigns.some((a) => a.to.rank > 0 && disturbsItself(a))) return true;
  if (inside.pointers.some((p) => reads(p.to, p.target))) return true;
  if (!inside.nested) return false;
  return inside.assigns.some(
    (a, i) =>
      disturbsItself(a) || inside.assigns.some((b, k) => k !== i && (reads(b.to, a.value) || reads(b.to, a.to))),
  );
}

function disturbsItself(a: { readonly to: Expr; readonly value: Expr }): boolean {
  return readsElsewhere(a.to, a.value) || subscriptsRead(a.to);
}

type Contents = {
  /** Masks and bounds. */
  readonly headers: Expr[];
  readonly assigns: { readonly to: Expr; readonly value: Expr }[];
  readonly pointers: { readonly to: Expr; readonly target: Expr }[];
  nested: boolean;
};

/** The masks of a where, as what a target might disturb. */
function masksWith(to: Expr, s: Stmt & { readonly kind: 'where' }): { readonly to: Expr; readonly value: Expr }[] {
  return s.arms.flatMap((arm) => (arm.mask ? [{ to, value: arm.mask }] : []));
}

function contentsOf(s: Forall, into: Contents = { headers: [], assigns: [], pointers: [], nested: false }): Contents {
  if (s.mask) into.headers.push(s.mask);
  for (const l of s.indices) into.headers.push(l.from, l.to, ...(l.step ? [l.step] : []));
  for (const inner of s.body) {
    if (inner.kind === 'forall') {
      into.nested = true;
      contentsOf(inner, into);
    } else if (inner.kind === 'assign') into.assigns.push(inner);
    else if (inner.kind === 'pointer-assign') into.pointers.push(inner);
    else if (inner.kind === 'where') {
      for (const arm of inner.arms)
        for (const a of arm.body) if (a.kind === 'assign') into.assigns.push(a, ...masksWith(a.to, inner));
    }
  }
  return into;
}

/** One statement for all index values for which the mask holds. */
function each(ctx: Context, s: Forall, body: () => void): void {
  const mask = s.mask;
  over(ctx, loopsOf(ctx, s.indices), false, undefined, () => {
    if (mask)
      ctx.if(
        ctx.settled(() => ctx.parts.condition(ctx, mask)),
        body,
      );
    else ctx.scope(body);
  });
}

function forallAssign(ctx: Context, s: Forall, a: Assign): void {
  const disturbed =
    readsElsewhere(a.to, a.value) || subscriptsRead(a.to) || (s.mask !== undefined && reads(a.to, s.mask));
  if (!disturbed) {
    each(ctx, s, () => ctx.parts.statements(ctx, [a]));
    return;
  }
  const root = rootOf(a.to);
  if (a.to.rank === 0) twoPasses(ctx, s, a);
  else if (ctx.mode === 'host') lowerActiveForall(ctx, { ...s, body: [a] });
  else if (root?.shape) throughCopy(ctx, s, a, root);
  else notYet(ctx, 'an array assignment in forall that reads what it changes');
}

/** All values first, then all stores. */
function twoPasses(ctx: Context, s: Forall, a: Assign): void {
  const loops = loopsOf(ctx, s.indices);
  const total = ctx.keep(
    loops.map((l) => l.trips).reduce((x, y) => mul(x, y), i64(1)),
    'total',
  );
  const bytes = ctx.keep(ctx.parts.elementBytes(ctx, a.to), 'bytes');
  const length = a.to.type.base === 'character' ? bytes : undefined;
  const values = newElements(ctx, a.to.type, [total], bytes);
  const places = contiguousView(
    temporaryMemory(ctx, mul(total, i64(8))),
    { base: 'integer', kind: 8 },
    [total],
    i64(8),
  );
  const next = ctx.newLocal('next', 'i64');
  const at = local(next, 'i64');
  ctx.set(next, i64(0));
  over(ctx, loops, false, undefined, () => {
    const note = (): void => {
      const address = ctx.keep(ctx.parts.address(ctx, a.to), 'address');
      ctx.store('i64', placeAt(places, [at]), op('to.address', [address]));
      storeElement(ctx, a.to.type, placeAt(values, [at]), ctx.parts.scalar(ctx, a.value), length);
      ctx.set(next, op('add', [at, i64(1)]));
    };
    if (s.mask) ctx.if(ctx.parts.condition(ctx, s.mask), note);
    else note();
  });
  const pointer = ctx.capture(() => ctx.parts.address(ctx, a.to)).length >= 0 ? addressType(ctx, a.to) : 'ptr.host';
  ctx.count(at, (i) => {
    const address = op('from.address', [load('i64', placeAt(places, [i]))], pointer);
    storeElement(ctx, a.to.type, address, loadValue(ctx, a.to.type, placeAt(values, [i]), length), length);
  });
}

/** Assignments of arrays store into a copy of the whole variable, which replaces it at the end. */
function throughCopy(ctx: Context, s: Forall, a: Assign, root: Variable): void {
  const whole = frozen(ctx, viewOfVariable(ctx, root));
  const copy = newElements(
    ctx,
    root.type,
    whole.axes.map((x) => x.extent),
    whole.bytes,
  );
  fillView(ctx, copy, elementsOfView(ctx, whole));
  const target: View = { ...copy, axes: copy.axes.map((x, k) => ({ ...x, lower: whole.axes[k]!.lower })) };
  const before = ctx.placeOf(root);
  each(ctx, s, () => {
    const elements = ctx.parts.elements(ctx, a.value);
    ctx.bind(root, placeOfView(target, root.type.base === 'character'));
    const to = frozen(ctx, viewOf(ctx, a.to));
    ctx.bind(root, before);
    fillView(ctx, to, elements);
  });
  fillView(ctx, whole, elementsOfView(ctx, copy));
}

function addressType(ctx: Context, e: Expr): Expression['type'] {
  let type: Expression['type'] = 'ptr.host';
  ctx.capture(() => {
    type = ctx.parts.address(ctx, e).type;
  });
  return type;
}

/** Does `value` read the variable of `to` at another place? */
function readsElsewhere(to: Expr, value: Expr): boolean {
  if (isDesignator(value) && sameDesignator(to, value)) return false;
  switch (value.kind) {
    case 'convert':
      return readsElsewhere(to, value.value);
    case 'unary':
      return readsElsewhere(to, value.operand);
    case 'binary':
      return readsElsewhere(to, value.left) || readsElsewhere(to, value.right);
    case 'intrinsic':
      return value.args.some((x) => x !== undefined && readsElsewhere(to, x));
    default:
      return reads(to, value);
  }
}

function reads(to: Expr, e: Expr): boolean {
  const root = rootOf(to);
  const used = new Set<Variable>();
  collect(e, used);
  for (const v of used) {
    if (v === root || v.attributes.pointer || (v.storage === 'associate' && v.associated)) return true;
  }
  return root === undefined || (root.attributes.pointer && used.size > 0);
}

function subscriptsRead(to: Expr): boolean {
  if (to.kind === 'element')
    return to.subscripts.some((x) => x.kind !== 'range' && reads(to, x.value)) || subscriptsRead(to.base);
  if (to.kind === 'part' || to.kind === 'substring' || to.kind === 'complex-part') return subscriptsRead(to.base);
  return false;
}
