/** Which functions may be called where. */
import type { Span } from '../../../base/source.ts';
import { deletedFunction, deviceOnHost, hostOnDevice } from '../errors.ts';
import type { FunctionSymbol } from '../tree.ts';
import { showType } from '../types.ts';
import type { Parser } from './parser.ts';

/** `= delete`, or what the compiler would have to write and cannot. */
export function checkDeleted(p: Parser, fn: FunctionSymbol, at: Span): void {
  if (!fn.deleted) return;
  const isOfClass = fn.role === 'constructor' && fn.member;
  const [, ...own] = fn.member && !fn.member.isStatic ? fn.type.params : [undefined, ...fn.type.params];
  const params = own.map((t) => (t ? showType(t) : ''));
  const name = isOfClass ? fn.member.of.name : fn.name;
  p.report(deletedFunction(`${name}(${params.join(', ')})`, at, fn.at, !fn.isImplicit));
}

/** Host code calls host functions, device code those of the device. */
export function checkSides(p: Parser, fn: FunctionSymbol, at: Span): void {
  const here = p.fn?.fn?.sides;
  if (!here || fn.sides.kernel) return;
  const onDevice = here.kernel || (here.device && !here.host);
  if (onDevice && !fn.sides.device && !fn.constexpr) p.report(hostOnDevice(fn.name, at));
  else if (here.host && !here.device && !fn.sides.host) p.report(deviceOnHost(fn.name, at));
}
