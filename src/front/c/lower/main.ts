/** The main program: the command's words as argv, what runs first, then main; its result ends the process. */
import { i32, i64, local, op } from '../../../ir/build.ts';
import type { Fn, Expression as Ir, Statement as IrStatement } from '../../../ir/module.ts';
import type { FunctionSymbol } from '../tree.ts';
import { signatureOf } from './calls.ts';
import { FunctionLowering, type Lowering } from './function.ts';
import { symbolIn } from './represent.ts';

const mainOfC = 'main@c';

export function mainOf(main: FunctionSymbol, starts: IrStatement[] | FunctionLowering, unit: Lowering): Fn[] {
  const f =
    starts instanceof FunctionLowering ? starts : new FunctionLowering(unit, undefined, 'host', main.at, () => {});
  f.at = main.at;
  const { params, results } = signatureOf(main.type, 'host');
  const args: Ir[] = params.length > 0 ? commandWords(f, unit) : [];
  const wanted = params.map((type, i) => args[i] ?? (type === 'i32' ? i32(0) : i64(0)));
  const status = results.length > 0 ? f.newLocal('status', 'i32') : undefined;
  f.emit({
    kind: 'call',
    callee: { kind: 'direct', name: mainOfC },
    args: wanted,
    results: status === undefined ? [] : [status],
  });
  if (unit.atEnd) {
    unit.useFunction(unit.atEnd, 'host', [], []);
    const name = symbolIn(unit.atEnd, 'host');
    f.emit({ kind: 'call', callee: { kind: 'direct', name }, args: [], results: [] });
  }
  unit.extern('exit', ['i32'], []);
  if (status !== undefined) {
    f.emit({
      kind: 'if',
      condition: op('ne', [local(status, 'i32'), i32(0)]),
      then: [{ kind: 'call', callee: { kind: 'direct', name: 'exit' }, args: [local(status, 'i32')], results: [] }],
      otherwise: [],
    });
  }
  f.emit({ kind: 'return', values: [] });
  return [
    { name: 'main', kind: 'host', params: 0, results: [], locals: f.locals, slots: f.slots, body: f.out, at: main.at },
  ];
}

/** argc, argv. Texts take so much room each: what is longer is cut. */
const room = 1024;

function commandWords(f: FunctionLowering, unit: Lowering): Ir[] {
  unit.extern('program.argument-count', [], ['i32'], 'runtime');
  unit.extern('program.argument', ['i32', 'ptr.host', 'i64'], ['i64'], 'runtime');
  unit.extern('malloc', ['i64'], ['i64']);
  const count = f.newLocal('argc', 'i32');
  const memory = f.newLocal('argv', 'i64');
  const text = f.newLocal('text', 'ptr.host');
  const length = f.newLocal('length', 'i64');
  const n = f.newLocal('n', 'i32');
  const call = (name: string, args: Ir[], results: number[]): void =>
    f.emit({ kind: 'call', callee: { kind: 'direct', name }, args, results });
  const offset = (base: Ir, by: Ir): Ir => op('offset', [base, by]);
  call('program.argument-count', [], [count]);
  const words = op('extend', [op('add', [local(count, 'i32'), i32(2)])]);
  call('malloc', [op('mul', [words, i64(room + 8)])], [memory]);
  const at = (i: Ir): Ir =>
    offset(op('from.address', [local(memory, 'i64')], 'ptr.host'), op('mul', [op('extend', [i]), i64(8)]));
  const body = f.collect(() => {
    const i = local(n, 'i32');
    f.emit({
      kind: 'set',
      local: text,
      value: offset(
        offset(op('from.address', [local(memory, 'i64')], 'ptr.host'), op('mul', [words, i64(8)])),
        op('mul', [op('extend', [i]), i64(room)]),
      ),
    });
    call('program.argument', [i, local(text, 'ptr.host'), i64(room - 1)], [length]);
    const end = op('min', [local(length, 'i64'), i64(room - 1)]);
    f.emit({ kind: 'store', memory: 'i8', to: offset(local(text, 'ptr.host'), end), offset: 0, value: i32(0) });
    f.emit({ kind: 'store', memory: 'i64', to: at(i), offset: 0, value: op('to.address', [local(text, 'ptr.host')]) });
  });
  f.emit({
    kind: 'for',
    label: f.label('word'),
    local: n,
    from: i32(0),
    trips: op('add', [local(count, 'i32'), i32(1)]),
    step: i32(1),
    body,
  });
  f.emit({ kind: 'store', memory: 'i64', to: at(local(n, 'i32')), offset: 0, value: i64(0) });
  return [op('add', [local(count, 'i32'), i32(1)]), local(memory, 'i64')];
}
