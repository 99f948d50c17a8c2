/** Which functions may be called where. */
import type { Span } from '../../../base/source.ts';
import { deviceOnHost, hostOnDevice } from '../errors.ts';
import type { FunctionSymbol } from '../tree.ts';
import type { Parser } from './parser.ts';

/** Host code calls host functions, device code those of the device. */
export function checkSides(p: Parser, fn: FunctionSymbol, at: Span): void {
  const here = p.fn?.fn?.sides;
  if (!here || fn.sides.kernel) return;
  const onDevice = here.kernel || (here.device && !here.host);
  if (onDevice && !fn.sides.device && !fn.constexpr) p.report(hostOnDevice(fn.name, at));
  else if (here.host && !here.device && !fn.sides.host) p.report(deviceOnHost(fn.name, at));
}
