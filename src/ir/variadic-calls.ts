/** Calls of C functions with as many arguments as the caller likes: those after the fixed ones go to memory, 8 bytes each, and their address in their place. */
import { i64, op } from './build.ts';
import { callsIn } from './calls.ts';
import type { Expression, Fn, Slot, Statement } from './module.ts';
import { changeBodies, replaceEach } from './walk.ts';

/** How many arguments each has before the others, and the function that takes the address of those. */
const variadic: ReadonlyMap<string, { readonly fixed: number; readonly by: string }> = new Map([
  ['printf', { fixed: 1, by: 'cufort_printf' }],
  ['fprintf', { fixed: 2, by: 'cufort_fprintf' }],
  ['sprintf', { fixed: 2, by: 'cufort_sprintf' }],
  ['snprintf', { fixed: 3, by: 'cufort_snprintf' }],
]);

export function isVariadic(name: string): boolean {
  return variadic.has(name);
}

/** `isOwn`: the program defines a function of this name itself. */
export function withVariadicCalls(fn: Fn, isOwn: (name: string) => boolean): Fn {
  const rowOf = (s: Statement) =>
    s.kind === 'call' && s.callee.kind === 'direct' && !isOwn(s.callee.name) ? variadic.get(s.callee.name) : undefined;
  if (fn.kind !== 'host' || !callsIn(fn.body).some(rowOf)) return fn;
  const slots: Slot[] = [...fn.slots];
  const list = (body: readonly Statement[]): readonly Statement[] =>
    replaceEach(body, (s): readonly Statement[] | Statement => {
      const row = rowOf(s);
      if (!row || s.kind !== 'call') return changeBodies(s, list);
      const others = s.args.slice(row.fixed);
      const memory: Expression = { kind: 'slot', type: 'ptr.host', index: slots.length };
      slots.push({ name: 'arguments', size: Math.max(8, 8 * others.length), align: 8 });
      const stores = others.map((a, i): Statement => {
        const value = inEightBytes(a);
        return { kind: 'store', memory: value.type === 'f64' ? 'f64' : 'i64', to: memory, offset: 8 * i, value };
      });
      const args = [...s.args.slice(0, row.fixed), op('to.address', [memory])];
      return [...stores, { ...s, callee: { kind: 'direct', name: row.by }, args }];
    });
  const body = list(fn.body);
  return { ...fn, slots, body };
}

function inEightBytes(e: Expression): Expression {
  switch (e.type) {
    case 'f64':
    case 'i64':
      return e;
    case 'f32':
      return op('to.f64', [e]);
    case 'i32':
      return op('extend', [e]);
    case 'bool':
      return op('extend', [op('to.i32', [e])]);
    default:
      return e.kind === 'const' ? i64(BigInt(e.value)) : op('to.address', [e]);
  }
}
