/** `printf` of device code. */
import { i32, op } from '../../../ir/build.ts';
import type { Expression as Ir, PrintItem } from '../../../ir/module.ts';
import { isPointer as isPointerIr } from '../../../ir/types.ts';
import { notConstant } from '../errors.ts';
import type { Expression } from '../tree.ts';
import type { FunctionLowering } from './function.ts';

export function lowerDevicePrint(f: FunctionLowering, e: Expression & { readonly kind: 'call' }): Ir {
  const [format, ...args] = e.args;
  const text = format && textOf(format);
  if (text === undefined) {
    f.report(notConstant('the format of `printf` in device code', format?.at ?? e.at));
    return i32(0);
  }
  const values = f.inOrder(args.map((a) => () => f.value(a)));
  const items = values.map((v, i): PrintItem => {
    const a = args[i]!;
    const isText = a.type.kind === 'pointer' && a.type.to.kind === 'integer' && textOf(a);
    if (typeof isText === 'string') return { kind: 'text', text: isText };
    if (v.type === 'f32' || v.type === 'f64')
      return { kind: 'real', bytes: 8, value: v.type === 'f32' ? op('to.f64', [v]) : v };
    const number = isPointerIr(v.type) ? op('to.address', [v]) : v;
    return { kind: 'integer', bytes: 8, value: number.type === 'i32' ? op('extend', [number]) : number };
  });
  f.emit({ kind: 'print', items: [{ kind: 'format', text: `%${text}` }, ...items] });
  return i32(args.length);
}

/** Of a string constant. */
function textOf(e: Expression): string | undefined {
  if (e.kind === 'convert') return textOf(e.of);
  const of = e.kind === 'address' ? e.of : e;
  if (of.kind !== 'text') return undefined;
  const end = of.bytes.indexOf(0);
  return new TextDecoder().decode(of.bytes.subarray(0, end < 0 ? undefined : end));
}
