/** What kernels do to the bits of initialisation of whole stretches of memory (machine/check-tools.ts), as functions of the program's host code, which they import. */
import { add, i32, i64, load, lt, ne, op, sub } from '../../ir/build.ts';
import { FunctionWriter } from '../../ir/function-writer.ts';
import type { Expression, Fn, Global } from '../../ir/module.ts';
import { checkFunctions, exportedCheck, shadow, shadowStateBytes } from '../../machine/check-tools.ts';
import { booksOf } from './check-memory.ts';

export const initialisationCode = {
  globals: [] as readonly Global[],
  functions: (): readonly Fn[] => [copied(), written()],
  exported: [checkFunctions.copied, checkFunctions.written].map(exportedCheck),
};

const pages: Expression = { kind: 'global', type: 'ptr.host', name: shadow.pages };
const pageMask = (1 << shadow.pageBits) - 1;

const low = (at: Expression): Expression => op('wrap', [op('and', [at, i64(7)])]);
const least = (a: Expression, b: Expression): Expression => op('select', [lt(a, b), a, b]);

/** The byte with the bits of an address. */
function bitsOf(f: FunctionWriter, name: string, at: Expression): Expression {
  const books = f.keep(`${name} books`, booksOf(pages, at));
  const within = op('shr.u', [op('and', [at, i64(pageMask)]), i64(3)]);
  return f.keep(name, op('from.address', [add(add(books, i64(shadowStateBytes)), within)], 'ptr.host'));
}

/** What is known of bytes goes with them. */
function copied(): Fn {
  const f = new FunctionWriter(exportedCheck(checkFunctions.copied), { to: 'i64', from: 'i64', bytes: 'i64' });
  const [to, from, left] = [f.get('to'), f.get('from'), f.get('bytes')];
  f.while(lt(i64(0), left), () => {
    const room = least(sub(i32(8), low(to)), sub(i32(8), low(from)));
    const count = f.keep('count', op('wrap', [least(left, op('extend', [room]))]));
    const mask = f.keep('mask', sub(op('shl', [i32(1), count]), i32(1)));
    const source = bitsOf(f, 'source', from);
    const unset = f.keep('unset', op('and', [op('shr.u', [load('i8', source), low(from)]), mask]));
    setBits(f, to, mask, unset);
    for (const at of [to, from]) f.set(at, add(at, op('extend', [count])));
    f.set(left, sub(left, op('extend', [count])));
  });
  return f.done('host');
}

function written(): Fn {
  const f = new FunctionWriter(exportedCheck(checkFunctions.written), { to: 'i64', bytes: 'i64' });
  const [to, left] = [f.get('to'), f.get('bytes')];
  f.while(lt(i64(0), left), () => {
    const room = op('extend', [sub(i32(8), low(to))]);
    const count = f.keep('count', op('wrap', [least(left, room)]));
    setBits(f, to, sub(op('shl', [i32(1), count]), i32(1)), i32(0));
    f.set(to, add(to, op('extend', [count])));
    f.set(left, sub(left, op('extend', [count])));
  });
  return f.done('host');
}

/** The bits under `mask` of an address become `value`; memory that is nobody's has common ones, which stay as they are. */
function setBits(f: FunctionWriter, at: Expression, mask: Expression, value: Expression): void {
  const target = bitsOf(f, 'target', at);
  const kept = op('and', [load('i8', target), op('xor', [op('shl', [mask, low(at)]), i32(-1)])]);
  const nobodys = load('i64', pages, 8 * (shadow.pageCount - 1));
  f.if(ne(booksOf(pages, at), nobodys), () => f.store('i8', target, 0, op('or', [kept, op('shl', [value, low(at)])])));
}
