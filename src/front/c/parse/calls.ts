/** Calls and launches: which function is meant, and its arguments as it takes them. */
import type { Span } from '../../../base/source.ts';
import { argumentCount, deviceOnHost, hostOnDevice, kernelCalled, notCallable, notKernel } from '../errors.ts';
import type { Expression, FunctionSymbol } from '../tree.ts';
import { type FunctionType, int, isInteger, long, showType, type Type, uint, unknown, unqualified } from '../types.ts';
import { asValue, asVariadic, converted, convertTo } from './convert.ts';
import type { Parser } from './parser.ts';

export function call(p: Parser, callee: Expression, args: readonly Expression[], at: Span): Expression {
  if (callee.type.kind === 'unknown') return callee;
  if (callee.kind === 'function') {
    if (callee.fn.sides.kernel) p.report(kernelCalled(callee.fn.name, at));
    checkSides(p, callee.fn, callee.at);
    callee.fn.pending?.();
  }
  const target = asValue(callee);
  const type = target.type.kind === 'pointer' && target.type.to.kind === 'function' ? target.type.to : undefined;
  if (!type) {
    p.report(notCallable(showType(callee.type), at));
    return { ...callee, type: unknown };
  }
  const name = callee.kind === 'function' ? callee.fn.name : 'this function';
  const fn = callee.kind === 'function' ? callee.fn : undefined;
  const given = fitted(p, name, type, [...args, ...defaultsOf(fn, args.length)], at, fn?.at);
  return result(callee.kind === 'function' ? callee : target, type, given, at);
}

function result(callee: Expression, type: FunctionType, args: readonly Expression[], at: Span): Expression {
  if (type.result.kind !== 'reference') return { kind: 'call', callee, args, type: unqualified(type.result), at };
  const pointer: Expression = { kind: 'call', callee, args, type: { kind: 'pointer', to: type.result.to }, at };
  return { kind: 'dereference', of: pointer, type: type.result.to, at, lvalue: true };
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
    return param ? convertTo(p, a, param) : asVariadic(a);
  });
}

/** Host code calls host functions, device code those of the device. */
function checkSides(p: Parser, fn: FunctionSymbol, at: Span): void {
  const here = p.fn?.fn?.sides;
  if (!here || fn.sides.kernel) return;
  const onDevice = here.kernel || (here.device && !here.host);
  if (onDevice && !fn.sides.device && !fn.constexpr) p.report(hostOnDevice(fn.name, at));
  else if (here.host && !here.device && !fn.sides.host) p.report(deviceOnHost(fn.name, at));
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
  p.expect('>>>');
  const from = p.at;
  p.expect('(');
  const args: Expression[] = [];
  p.angle = 0;
  if (!p.is(')'))
    do args.push(p.parts.assignment(p));
    while (p.take(','));
  p.angle = angle;
  p.expect(')');
  const target = asValue(kernel);
  const type = target.type.kind === 'pointer' && target.type.to.kind === 'function' ? target.type.to : undefined;
  if (!type || (kernel.kind === 'function' && !kernel.fn.sides.kernel)) {
    p.report(notKernel(kernel.at));
    return { ...kernel, type: unknown };
  }
  if (kernel.kind === 'function') kernel.fn.pending?.();
  const [grid, block, shared, stream] = settings;
  if (!grid || !block) return p.fail('the number of blocks and of threads');
  const fn = kernel.kind === 'function' ? kernel.fn : undefined;
  const name = fn?.name ?? 'the kernel';
  return {
    kind: 'launch',
    kernel: kernel.kind === 'function' ? kernel : target,
    grid: extent(p, grid),
    block: extent(p, block),
    shared: shared && convertTo(p, shared, long),
    stream: stream && asStream(p, stream),
    args: fitted(p, name, type, [...args, ...defaultsOf(fn, args.length)], p.since(from), fn?.at),
    type: { kind: 'void' },
    at,
  };
}

/** A number, or a dim3. */
function extent(p: Parser, e: Expression): Expression {
  const v = asValue(e);
  if (v.type.kind === 'record' || v.type.kind === 'unknown') return v;
  return isInteger(v.type) ? converted(v, uint) : convertTo(p, v, v.type.kind === 'float' ? uint : int);
}

function asStream(p: Parser, e: Expression): Expression {
  const v = asValue(e);
  const pointerLike: Type['kind'][] = ['pointer', 'nullptr', 'unknown'];
  return pointerLike.includes(v.type.kind) ? converted(v, long) : convertTo(p, v, long);
}
