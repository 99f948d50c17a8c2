/** Calls and launches: which function is meant, and its arguments as it takes them. */
import type { Span } from '../../../base/source.ts';
import { argumentCount, kernelCalled, launchSize, notCallable, notKernel } from '../errors.ts';
import type { Expression, FunctionSymbol } from '../tree.ts';
import { type FunctionType, int, isInteger, long, showType, type Type, uint, unknown } from '../types.ts';
import { classOf } from './class-info.ts';
import { plain } from './class-operators.ts';
import { asValue, asVariadic, converted, convertTo } from './convert.ts';
import { callAny, resultOf } from './cxx-calls.ts';
import { frameFor } from './nested-functions.ts';
import { convertAny } from './objects.ts';
import { choose } from './overloads.ts';
import { abandoned, type Parser } from './parser.ts';
import type { Template } from './scope.ts';
import { checkDeleted, checkSides } from './sides.ts';

export function call(p: Parser, callee: Expression, args: readonly Expression[], at: Span): Expression {
  const special = p.language.cxx ? callAny(p, callee, args, at) : undefined;
  if (special) return special;
  if (callee.type.kind === 'unknown') return callee;
  if (callee.kind === 'function') {
    if (callee.fn.sides.kernel) p.report(kernelCalled(callee.fn.name, at));
    checkSides(p, callee.fn, callee.at);
    checkDeleted(p, callee.fn, callee.at);
    p.needs(callee.fn);
  }
  const target = asValue(callee);
  const type = target.type.kind === 'pointer' && target.type.to.kind === 'function' ? target.type.to : undefined;
  if (!type) {
    p.report(notCallable(showType(callee.type), at));
    return { ...callee, type: unknown };
  }
  const name = callee.kind === 'function' ? callee.fn.name : 'this function';
  const fn = callee.kind === 'function' ? callee.fn : undefined;
  const frame = fn?.nestedIn && p.fn ? frameFor(p.fn, fn.nestedIn, at) : undefined;
  const all = [...(frame ? [frame] : []), ...args, ...defaultsOf(fn, args.length)];
  const given = fitted(p, name, type, all, at, fn?.at);
  return resultOf(callee.kind === 'function' ? callee : target, type, given, at);
}

/** What stands for arguments that are left out. */
function defaultsOf(fn: FunctionSymbol | undefined, given: number): Expression[] {
  const missing = fn?.defaults?.slice(given) ?? [];
  return missing.every((d) => d !== undefined) ? missing.map((d) => d!()) : [];
}

/** Each as its parameter takes it. */
export function fitted(
  p: Parser,
  name: string,
  type: FunctionType,
  args: readonly Expression[],
  at: Span,
  declared?: Span,
): Expression[] {
  const count = type.params.length;
  const wrong = args.length < count || (args.length > count && !type.variadic && !type.open);
  if (wrong)
    p.report(
      argumentCount(
        name,
        `${type.variadic ? 'at least ' : ''}${count} argument${count === 1 ? '' : 's'}`,
        args.length,
        at,
        declared,
      ),
    );
  return args.map((a, i) => {
    const param = type.params[i];
    if (!param) return asVariadic(a);
    return p.language.cxx ? convertAny(p, a, param) : convertTo(p, a, param);
  });
}

/** kernel<<<grid, block, shared, stream>>>(…) */
export function launch(p: Parser, kernel: Expression): Expression {
  const at = p.next().at;
  const angle = p.angle;
  p.angle = 1;
  const settings: Expression[] = [];
  do settings.push(p.parts.assignment(p));
  while (p.take(','));
  p.angle = angle;
  if (p.language.cxx) for (let i = 0; i < 3; i++) p.expect('>');
  else p.expect('>>>');
  const from = p.at;
  const args = p.parts.list(p);
  const chosen = kernel.kind === 'overloads' ? chooseKernel(p, kernel, args, at) : kernel;
  return launched(p, chosen, settings, args, { at, list: p.since(from) });
}

function chooseKernel(
  p: Parser,
  e: Expression & { readonly kind: 'overloads' },
  args: readonly Expression[],
  at: Span,
): Expression {
  const templates = e.templates as readonly Template[];
  const fn = choose(p, { name: e.name, list: e.list, templates, args: e.args }, args, at);
  return fn ? { kind: 'function', fn, type: fn.type, at: e.at, lvalue: true } : { ...e, type: unknown };
}

type Places = { readonly at: Span; readonly list: Span };

function launched(
  p: Parser,
  kernel: Expression,
  settings: readonly Expression[],
  args: readonly Expression[],
  { at, list }: Places,
): Expression {
  if (kernel.type.kind === 'unknown') return kernel;
  const target = asValue(kernel);
  const type = target.type.kind === 'pointer' && target.type.to.kind === 'function' ? target.type.to : undefined;
  if (!type || (kernel.kind === 'function' && !kernel.fn.sides.kernel)) {
    p.report(notKernel(kernel.at));
    return { ...kernel, type: unknown };
  }
  if (kernel.kind === 'function') p.needs(kernel.fn);
  const [grid, block, shared, stream] = settings;
  if (!grid || !block) {
    p.report(launchSize(at));
    throw abandoned;
  }
  const fn = kernel.kind === 'function' ? kernel.fn : undefined;
  const name = fn?.name ?? 'the kernel';
  return {
    kind: 'launch',
    kernel: kernel.kind === 'function' ? kernel : target,
    grid: extent(p, grid),
    block: extent(p, block),
    shared: shared && convertTo(p, shared, long),
    stream: stream && asStream(p, stream),
    args: fitted(p, name, type, [...args, ...defaultsOf(fn, args.length)], list, fn?.at),
    type: { kind: 'void' },
    at,
  };
}

/** A number, or a dim3; what a class becomes. */
function extent(p: Parser, e: Expression): Expression {
  const v = asValue(classOf(e.type)?.conversions.length ? plain(p, e) : e);
  if (v.type.kind === 'record' || v.type.kind === 'unknown') return v;
  return isInteger(v.type) ? converted(v, uint) : convertTo(p, v, v.type.kind === 'float' ? uint : int);
}

function asStream(p: Parser, e: Expression): Expression {
  const v = asValue(plain(p, e));
  const pointerLike: Type['kind'][] = ['pointer', 'nullptr', 'unknown'];
  return pointerLike.includes(v.type.kind) ? converted(v, long) : convertTo(p, v, long);
}
