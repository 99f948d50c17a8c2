/** Lines that device code prints: records in the module's ring, which the runtime takes when it waits for the device (machine/print-record.ts). */
import type { Expression, PrintItem, Statement } from '../../ir/module.ts';
import { type PrintKind, printFields, printItemSize, printKinds } from '../../machine/print-record.ts';
import { lastWordsAt, lastWordsBytes, printBytes, printHead, symbols } from './artifact.ts';
import { emit, emitRegister } from './expression.ts';
import type { Frame } from './frame.ts';
import { address } from './instruction.ts';

/** Of a record: bytes in all, number of the launch, number of the block, number of items. */
const headBytes = 16;
const longestText = 65536;

type Print = Extract<Statement, { kind: 'print' }>;

export function emitPrint(f: Frame, s: Print): void {
  const { code } = f;
  f.unit.needs.add('print');
  const fixed = headBytes + s.items.length * printItemSize;
  const texts = s.items.map((item) => (item.kind === 'string' ? measure(f, item) : undefined));
  const size = code.register('rd');
  code.put('mov.u64', size, String(fixed));
  for (const t of texts) if (t) code.put('add.s64', size, size, t.room);
  const [ring, at, end, over, record] = [
    code.register('rd'),
    code.register('rd'),
    code.register('rd'),
    code.register('p'),
    code.register('rd'),
  ];
  const [lost, done] = [code.label('lost'), code.label('printed')];
  code.put('mov.u64', ring, symbols.print);
  code.put('atom.global.add.u64', at, address(ring), size);
  code.put('add.s64', end, at, size);
  code.put('setp.gt.u64', over, end, String(printBytes));
  code.putWhere(over, 'bra', lost);
  code.put('add.s64', record, ring, at);
  code.put('add.s64', record, record, String(printHead));
  emitHead(f, record, s.items.length);
  let to = code.register('rd');
  code.put('add.s64', to, record, String(fixed));
  s.items.forEach((item, i) => {
    emitItem(f, record, headBytes + i * printItemSize, item);
    const text = texts[i];
    if (!text) return;
    emitBytes(f, text, to);
    const next = code.register('rd');
    code.put('add.s64', next, to, text.room);
    to = next;
  });
  // The size says that the rest is there.
  const bytes = code.register('r');
  code.put('cvt.u32.u64', bytes, size);
  code.put('membar.gl');
  code.put('st.volatile.global.u32', address(record), bytes);
  code.put('bra', done);
  code.place(lost);
  code.put('red.global.add.u64', address(ring, 8), '1');
  code.place(done);
}

/** Are these the last words of a thread, which end in its device's memory where nobody can read it any more? */
export function areLastWords(s: Statement, next: Statement | undefined): s is Print {
  if (s.kind !== 'print' || next?.kind !== 'trap') return false;
  return bytesOf(s) <= lastWordsBytes && s.items.every((item) => item.kind !== 'string');
}

const bytesOf = (s: Print): number => headBytes + s.items.length * printItemSize;

/** Written to host memory by the first thread that comes here; others give it time, since their trap would stop it. */
export function emitLastWords(f: Frame, s: Print): void {
  const { code } = f;
  f.unit.needs.add('trapCell');
  f.unit.needs.add('lastWords');
  const [cell, flag, record] = [code.register('rd'), code.register('rd'), code.register('rd')];
  const [none, late, over] = [code.register('p'), code.register('p'), code.register('p')];
  const [before, rounds, now] = [code.register('r'), code.register('r'), code.register('r')];
  const [wait, said] = [code.label('wait'), code.label('said')];
  code.put('ld.global.u64', cell, address(symbols.trapCell));
  code.put('setp.eq.s64', none, cell, '0');
  code.putWhere(none, 'bra', said);
  code.put('mov.u64', flag, symbols.lastWords);
  code.put('mov.u32', rounds, '0');
  code.put('atom.global.cas.b32', before, address(flag), '0', '1');
  code.put('setp.ne.s32', late, before, '0');
  code.putWhere(late, 'bra', wait);
  code.put('add.s64', record, cell, String(lastWordsAt));
  emitHead(f, record, s.items.length);
  for (const [i, item] of s.items.entries()) emitItem(f, record, headBytes + i * printItemSize, item);
  code.put('membar.sys');
  code.put('st.volatile.global.u32', address(record), String(bytesOf(s)));
  code.put('membar.sys');
  code.put('st.volatile.global.u32', address(flag), '2');
  code.put('bra', said);
  code.place(wait);
  code.put('ld.volatile.global.u32', now, address(flag));
  code.put('setp.eq.s32', none, now, '2');
  code.putWhere(none, 'bra', said);
  code.put('add.s32', rounds, rounds, '1');
  code.put('setp.lt.s32', over, rounds, String(roundsAtMost));
  code.putWhere(over, 'bra', wait);
  code.place(said);
}

/** Looks at the flag: a millisecond or so. */
const roundsAtMost = 2000;

function emitHead(f: Frame, record: string, count: number): void {
  const { code } = f;
  const [grid, launch, block, part] = [code.register('rd'), code.register('r'), code.register('r'), code.register('r')];
  code.put('mov.u64', grid, '%gridid');
  code.put('cvt.u32.u64', launch, grid);
  code.put('st.global.u32', address(record, 4), launch);
  code.put('mov.u32', block, '%ctaid.z');
  for (const axis of ['y', 'x']) {
    code.put('mov.u32', part, `%nctaid.${axis}`);
    code.put('mul.lo.s32', block, block, part);
    code.put('mov.u32', part, `%ctaid.${axis}`);
    code.put('add.s32', block, block, part);
  }
  code.put('st.global.u32', address(record, 8), block);
  code.put('st.global.u32', address(record, 12), String(count));
}

function emitItem(f: Frame, record: string, at: number, item: PrintItem): void {
  const { code, unit } = f;
  const put = (type: string, offset: number, value: string): void =>
    code.put(`st.global.${type}`, address(record, at + offset), value);
  const kind: PrintKind = item.kind;
  put('u32', printFields.kind, String(printKinds[kind]));
  put('u32', printFields.bytes, 'bytes' in item ? String(item.bytes) : '0');
  switch (item.kind) {
    case 'text':
    case 'format': {
      let number = unit.texts.indexOf(item.text);
      if (number < 0) number = unit.texts.push(item.text) - 1;
      put('u64', printFields.first, String(number));
      return;
    }
    case 'integer':
    case 'logical':
    case 'part':
      put('u64', printFields.first, emit(f, asLong(item.value)));
      return;
    case 'real':
      put('f64', printFields.first, emit(f, asDouble(item.value)));
      return;
    case 'complex':
      put('f64', printFields.first, emit(f, asDouble(item.re)));
      put('f64', printFields.second, emit(f, asDouble(item.im)));
      return;
    case 'string':
      put('u64', printFields.second, emit(f, asLong(item.length)));
      return;
  }
}

const op = (
  name: 'extend' | 'to.f64' | 'to.i32' | 'cast.space' | 'min' | 'max',
  type: Expression['type'],
  ...args: Expression[]
): Expression => ({
  kind: 'op',
  type,
  op: name,
  args,
});

function asLong(e: Expression): Expression {
  if (e.type === 'bool') return op('extend', 'i64', op('to.i32', 'i32', e));
  return e.type === 'i32' ? op('extend', 'i64', e) : e;
}

function asDouble(e: Expression): Expression {
  return e.type === 'f32' ? op('to.f64', 'f64', e) : e;
}

type Text = { readonly address: string; readonly length: string; readonly room: string };

function measure(f: Frame, item: Extract<PrintItem, { kind: 'string' }>): Text {
  const { code } = f;
  const limit = (n: number): Expression => ({ kind: 'const', type: 'i64', value: BigInt(n) });
  const length = emitRegister(f, op('max', 'i64', op('min', 'i64', asLong(item.length), limit(longestText)), limit(0)));
  const address = emitRegister(f, op('cast.space', 'ptr.generic', item.address));
  const [more, room] = [code.register('rd'), code.register('rd')];
  code.put('add.s64', more, length, '7');
  code.put('and.b64', room, more, '-8');
  return { address, length, room };
}

function emitBytes(f: Frame, text: Text, to: string): void {
  const { code } = f;
  const [i, from, into, byte, end] = [
    code.register('rd'),
    code.register('rd'),
    code.register('rd'),
    code.register('r'),
    code.register('p'),
  ];
  const [next, done] = [code.label('text'), code.label('copied')];
  code.put('mov.u64', i, '0');
  code.place(next);
  code.put('setp.ge.s64', end, i, text.length);
  code.putWhere(end, 'bra', done);
  code.put('add.s64', from, text.address, i);
  code.put('add.s64', into, to, i);
  code.put('ld.u8', byte, address(from));
  code.put('st.global.b8', address(into), byte);
  code.put('add.s64', i, i, '1');
  code.put('bra', next);
  code.place(done);
}
