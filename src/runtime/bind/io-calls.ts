/** Input and output: addresses become bytes, numbers become names. */

import { latin1 } from '../../library/format-parse.ts';
import {
  type IoKey,
  type IoOperation,
  ioHasUnit,
  ioIsComplete,
  ioKeys,
  ioOperations,
  ioTypes,
} from '../../library/io-keys.ts';
import { type StatementPlan, statementPlan } from '../fortran-io/statement-plan.ts';
import { placeOfAddress } from '../linear-memory.ts';
import type { ProgramMemory } from '../program-memory.ts';
import type { Calls, Context } from './calls.ts';
import { codesAt, storeCodes } from './wide-text-calls.ts';

export function ioCalls({ memory, io }: Context): Calls<'io'> {
  /** By the addresses of their texts, which are constants. */
  const plans = new Map<number, StatementPlan>();
  const planAt = (address: number, length: number): StatementPlan => {
    const known = plans.get(address);
    if (known) return known;
    const plan = statementPlan(latin1(memory.bytes(address, length)));
    plans.set(address, plan);
    return plan;
  };
  return {
    'io.swap-bytes': () => io.swapBytes(),
    'io.start': (operation, bits, unit, format, length) => {
      io.start(operationOf(operation));
      io.setFlags(bits);
      if (bits & ioHasUnit) io.setInteger('unit', Number(unit));
      if (format !== 0) io.setText('fmt', memory.bytes(format, length));
      if (bits & ioIsComplete) io.go();
    },
    'io.set-integer': (key, value) => io.setInteger(keyOf(key), Number(value)),
    'io.set-text': (key, text, length) => io.setText(keyOf(key), memory.bytes(text, length)),
    'io.set-internal': (address, bytes, records) =>
      io.setInternal(() => memory.bytes(address, bytes * records), Number(bytes), Number(records)),
    'io.go': () => io.go(),
    'io.put-integer': (value, kind) => io.putInteger(value, kind),
    'io.put-real': (value, kind) => io.putReal(value, kind),
    'io.put-complex': (re, im, kind) => io.putComplex(re, im, kind),
    'io.put-logical': (value, kind) => io.putLogical(value !== 0, kind),
    'io.put-text': (text, length) => io.putText(memory.bytes(text, length)),
    'io.put-text4': (text, length) => io.putCodes(codesAt(memory, text, length)),
    'io.put-bytes': (address, bytes, element) => io.putBytes(memory.bytes(address, bytes), element),
    'io.get-integer': (before, kind) => BigInt(io.getInteger(kind, before)),
    'io.get-real': (before, kind) => io.getReal(kind, before),
    'io.get-complex': (address, kind) =>
      getComplex(memory, placeOfAddress(address), kind, (re, im) => io.getComplex(kind, re, im)),
    'io.get-logical': (before, kind) => (io.getLogical(kind, before !== 0) ? 1 : 0),
    'io.get-text': (address, length) => io.getText(memory.bytes(address, length)),
    'io.get-text4': (address, length) => {
      const codes = codesAt(memory, address, length);
      io.getCodes(codes);
      storeCodes(memory, address, codes);
    },
    'io.get-bytes': (address, bytes, element) => io.getBytes(memory.bytes(address, bytes), element),
    'io.namelist-item': (name, length, type, kind, address, rank, dimensions) => {
      const numbers = Array.from({ length: 3 * rank }, (_, i) =>
        Number(memory.view.getBigInt64(placeOfAddress(dimensions) + 8 * i, true)),
      );
      const every = (offset: number) => numbers.filter((_, i) => i % 3 === offset);
      io.namelistItem({
        name: memory.text(name, length),
        type: ioTypes[type] ?? 'integer',
        kind: Number(kind),
        memory: () => memory.octets,
        address: placeOfAddress(address),
        lower: every(0),
        extents: every(1),
        strides: every(2),
      });
    },
    'io.begin-defined': () => io.beginDefined(),
    'io.defined-type': (address, length) => BigInt(io.definedType(memory.bytes(address, length))),
    'io.defined-list': (address, most) => {
      const list = io.definedList(Number(most));
      for (const [i, n] of list.entries()) memory.view.setInt32(placeOfAddress(address) + 4 * i, n, true);
      return BigInt(list.length);
    },
    'io.end-defined': (status, message, length) =>
      io.endDefined(Number(status), memory.text(message, length).trimEnd()),
    'io.namelist-next': () => BigInt(io.namelistNext()),
    'io.namelist-element': () => io.namelistElement(),
    'io.end': () => io.end(),
    'io.read-record': (unit, bits, record, address, bytes, sizes) =>
      io.readRecord(unit, bits, record, memory.bytes(address, bytes), sizes),
    'io.write-record': (unit, bits, record, address, bytes, sizes) =>
      io.writeRecord(unit, bits, record, memory.bytes(address, bytes), sizes),
    'io.transfer': (unit, bits, plan, length, cell) =>
      io.transfer(unit, bits, planAt(plan, length), memory, placeOfAddress(cell)),
    'io.leave': () => {},
    'io.result-integer': (key) => io.resultInteger(keyOf(key)),
    'io.result-text': (key, address, length) => io.resultText(keyOf(key), memory.bytes(address, length)),
  };
}

function operationOf(number: number): IoOperation {
  const operation = ioOperations[number];
  if (operation === undefined) throw new RangeError(`no I/O operation ${number}`);
  return operation;
}

function keyOf(number: number): IoKey {
  const key = ioKeys[number];
  if (key === undefined) throw new RangeError(`no I/O key ${number}`);
  return key;
}

function getComplex(
  memory: ProgramMemory,
  address: number,
  kind: number,
  get: (re: number, im: number) => readonly [number, number],
): void {
  const { view } = memory;
  if (kind === 4) {
    const [re, im] = get(view.getFloat32(address, true), view.getFloat32(address + 4, true));
    view.setFloat32(address, re, true);
    view.setFloat32(address + 4, im, true);
    return;
  }
  const [re, im] = get(view.getFloat64(address, true), view.getFloat64(address + 8, true));
  view.setFloat64(address, re, true);
  view.setFloat64(address + 8, im, true);
}
