/** Kernels of `kernels` and `region`: each nest of loops whose iterations do not depend on each other becomes one; loops around such nests run on the host; one thread does what is left. */
import type { Span } from '../../../../base/source.ts';
import { deviceDataIn } from '../../placement.ts';
import type { Expr, IndexLoop, Stmt } from '../../program.ts';
import type { Env } from '../context.ts';
import { int4 } from '../expressions/make.ts';
import { sameType } from '../types.ts';
import { tellDependence, tellKernel, tellSerial } from './account.ts';
import { dependenceIn } from './dependence.ts';
import { kernel, type Sizes, serialKernel } from './plan-parallel.ts';
import { type Do, isFixed, onlyLoop } from './shared-loops.ts';

export function planKernels(env: Env, at: Span, body: readonly Stmt[], sizes: Sizes): readonly Stmt[] {
  const planned: Stmt[] = [];
  let serial: Stmt[] = [];
  const flush = (): void => {
    if (serial.length > 0) tellSerial(env, serial[0]?.span ?? at);
    if (serial.length > 0) planned.push(serialKernel(env, serial[0]?.span ?? at, serial, sizes));
    serial = [];
  };
  for (const s of body) {
    if (s.kind === 'continue') continue;
    const made = planned1(env, at, s, sizes);
    if (!made) serial.push(s);
    else {
      flush();
      planned.push(...made);
    }
  }
  flush();
  return planned;
}

/** Undefined where one thread must do it. */
function planned1(env: Env, at: Span, s: Stmt, sizes: Sizes): readonly Stmt[] | undefined {
  switch (s.kind) {
    case 'do':
      return loopPlan(env, at, s, sizes);
    case 'assign':
      return arrayPlan(s);
    case 'if': {
      if (s.arms.some((a) => deviceDataIn(a.condition))) return undefined;
      const inside = (list: readonly Stmt[]): readonly Stmt[] => planKernels(env, at, list, sizes);
      return [{ ...s, arms: s.arms.map((a) => ({ ...a, body: inside(a.body) })), otherwise: inside(s.otherwise) }];
    }
    default:
      return undefined;
  }
}

const folds: ReadonlySet<string> = new Set(['sum', 'product', 'maxval', 'minval', 'count', 'any', 'all']);

/** Array assignments and sums of whole arrays are kernels of their own. */
function arrayPlan(s: Stmt & { readonly kind: 'assign' }): readonly Stmt[] | undefined {
  if (s.to.rank > 0) return [{ ...s, transfer: true }];
  const value = asSum(s.value);
  if (value.kind !== 'intrinsic' || !folds.has(value.name)) return undefined;
  const [array, ...more] = value.args;
  const isWhole = array && array.rank > 0 && more.every((a) => a === undefined);
  return isWhole && deviceDataIn(array) ? [{ ...s, value, transfer: true }] : undefined;
}

/** `dot_product(a, b)` of numbers that are not complex is `sum(a*b)`. */
function asSum(e: Expr): Expr {
  const [left, right] = e.kind === 'intrinsic' && e.name === 'dot_product' ? e.args : [];
  if (e.kind !== 'intrinsic' || !left || !right || (e.type.base !== 'real' && e.type.base !== 'integer')) return e;
  if (!sameType(left.type, e.type) || !sameType(right.type, e.type)) return e;
  const product: Expr = { kind: 'binary', operator: 'multiply', left, right, type: e.type, rank: 1, span: e.span };
  return { ...e, name: 'sum', args: [product] };
}

const mostAxes = 3;

function loopPlan(env: Env, at: Span, s: Do, sizes: Sizes): readonly Stmt[] | undefined {
  if (!onHost(s)) return undefined;
  if (isParallel(s)) {
    const loops: IndexLoop[] = [s];
    const nest: Stmt[] = [s];
    const reductions = [...(s.shared?.reductions ?? [])];
    let { body } = s;
    let left = (s.shared?.collapse ?? 1) - 1;
    for (;;) {
      const inner = onlyLoop(body);
      if (!inner || !isFixed(inner, loops) || !onHost(inner)) break;
      if (left <= 0 && (loops.length >= mostAxes || !isParallel(inner) || reduces(inner))) break;
      left--;
      loops.push(inner);
      nest.push(inner);
      ({ body } = inner);
    }
    // The blocks of the accelerator model's compiler.
    const region = sizes.words === 'region' && loops.length === 1 && !sizes.vector;
    const wanted = region ? { ...sizes, vector: int4(256, s.span) } : sizes;
    const made = kernel(env, s.span, loops, body, reductions, wanted);
    tellKernel(env, s.span, made, nest, sizes.words ?? 'acc', {
      parallelizable: true,
      vector: region ? 256 : undefined,
      ...(sizes.words === 'region' && sizes.registers && { registers: sizes.registers }),
    });
    return [made];
  }
  const why = s.shared?.seq ? undefined : dependenceIn(s);
  if (why) tellDependence(env, s, why);
  if (!s.body.some((x) => hasParallel(x)) || !s.body.every((x) => mayStayAround(x))) return undefined;
  return [{ ...s, body: planKernels(env, at, s.body, sizes) }];
}

function reduces(s: Do): boolean {
  return (s.shared?.reductions.length ?? 0) > 0;
}

/** Its bounds are the host's. */
function onHost(s: IndexLoop): boolean {
  return [s.from, s.to, s.step].every((e: Expr | undefined) => !e || !deviceDataIn(e));
}

export function isParallel(s: Do): boolean {
  if (s.shared?.seq) return false;
  return s.shared?.independent === true || dependenceIn(s) === undefined;
}

function hasParallel(s: Stmt): boolean {
  if (s.kind === 'do') return isParallel(s) || s.body.some(hasParallel);
  return s.kind === 'if' ? [...s.arms.map((a) => a.body), s.otherwise].some((b) => b.some(hasParallel)) : false;
}

/** What may stand in a loop that the host runs around kernels. */
function mayStayAround(s: Stmt): boolean {
  if (s.kind === 'do' || s.kind === 'continue') return true;
  if (s.kind === 'assign') return s.to.rank > 0 || s.to.kind === 'element' || deviceDataIn(s.to) !== undefined;
  return false;
}
