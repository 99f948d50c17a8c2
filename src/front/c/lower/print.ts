/** `printf` of device code. */
import { i32, i64, load, local, nullPointer, op, select } from '../../../ir/build.ts';
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
  const conversions = conversionsOf(text);
  const items = values.map((v, i): PrintItem => {
    const a = args[i]!;
    if (conversions[i] === 's' && isPointerIr(v.type) && typeof textOf(a) !== 'string') return stringAt(f, v, a);
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

/** The letter that each argument is converted by; `*` for a width or a precision. */
function conversionsOf(format: string): readonly string[] {
  return [...format.matchAll(/%[-+ #0]*(\*|\d+)?(?:\.(\*|\d+)?)?(?:hh|h|ll|l|j|z|t|L)?([a-zA-Z%])/g)].flatMap(
    ([, width, precision, letter = '']) => [
      ...(width === '*' ? ['*'] : []),
      ...(precision === '*' ? ['*'] : []),
      ...(letter === '%' ? [] : [letter]),
    ],
  );
}

/** The characters up to a zero, counted when they are printed. */
function stringAt(f: FunctionLowering, given: Ir, of: Expression): PrintItem {
  const pointer = f.keep(given, 'text');
  const none = f.value({ kind: 'address', of: nullText(of), type: of.type, at: of.at });
  const address = f.keep(select(op('eq', [pointer, nullPointer('ptr.generic')]), none, pointer), 'text');
  const length = f.newLocal('length', 'i64');
  const here = local(length, 'i64');
  const label = f.label('text');
  f.emit({ kind: 'set', local: length, value: i64(0) });
  f.emit({
    kind: 'loop',
    label,
    body: [
      {
        kind: 'if',
        condition: op('eq', [load('i8', op('offset', [address, here])), i32(0)]),
        then: [{ kind: 'break', label, at: f.at }],
        otherwise: [],
        at: f.at,
      },
      { kind: 'set', local: length, value: op('add', [here, i64(1)]), at: f.at },
    ],
  });
  return { kind: 'string', address, length: here };
}

const nullText = ({ type, at }: Expression): Expression => ({
  kind: 'text',
  bytes: new TextEncoder().encode('(null)\0'),
  type: { kind: 'array', of: type.kind === 'pointer' ? type.to : type, count: 7 },
  at,
  lvalue: true,
});

/** Of a string constant. */
function textOf(e: Expression): string | undefined {
  if (e.kind === 'convert') return textOf(e.of);
  const of = e.kind === 'address' ? e.of : e;
  if (of.kind !== 'text') return undefined;
  const end = of.bytes.indexOf(0);
  return new TextDecoder().decode(of.bytes.subarray(0, end < 0 ? undefined : end));
}
