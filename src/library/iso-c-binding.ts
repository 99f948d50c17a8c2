/** The module iso_c_binding: kinds that C's types have, addresses as values; also those of the device, which cudafor offers. */
import { i64, op } from '../ir/build.ts';
import type { Expression } from '../ir/module.ts';
import type { LibraryConstant, LibraryModule, LibraryType, Param, Routine, RowType } from './library-module.ts';

const i4: RowType = { base: 'integer', kind: 4 };
const l4: RowType = { base: 'logical', kind: 4 };
const pointer: RowType = { base: 'derived', name: 'c_ptr' };
const function_: RowType = { base: 'derived', name: 'c_funptr' };
const devicePointer: RowType = { base: 'derived', name: 'c_devptr' };

const address = (doc: string): LibraryType => ({
  doc,
  opaque: true,
  components: [{ name: 'handle', type: { base: 'integer', kind: 8 }, default: 0 }],
});

const kinds: Readonly<Record<string, number>> = {
  c_int: 4,
  c_short: 2,
  c_long: 8,
  c_long_long: 8,
  c_signed_char: 1,
  c_size_t: 8,
  c_int8_t: 1,
  c_int16_t: 2,
  c_int32_t: 4,
  c_int64_t: 8,
  c_int_least8_t: 1,
  c_int_least16_t: 2,
  c_int_least32_t: 4,
  c_int_least64_t: 8,
  c_int_fast8_t: 1,
  c_int_fast16_t: 8,
  c_int_fast32_t: 8,
  c_int_fast64_t: 8,
  c_intmax_t: 8,
  c_intptr_t: 8,
  c_ptrdiff_t: 8,
  c_float: 4,
  c_double: 8,
  c_long_double: -1,
  c_float_complex: 4,
  c_double_complex: 8,
  c_long_double_complex: -1,
  c_bool: 1,
  c_char: 1,
};

const characters: Readonly<Record<string, string>> = {
  c_null_char: '\0',
  c_alert: '\x07',
  c_backspace: '\b',
  c_form_feed: '\f',
  c_new_line: '\n',
  c_carriage_return: '\r',
  c_horizontal_tab: '\t',
  c_vertical_tab: '\v',
};

const constants: Readonly<Record<string, LibraryConstant>> = {
  ...Object.fromEntries(Object.entries(kinds).map(([name, value]) => [name, { type: i4, value }])),
  ...Object.fromEntries(
    Object.entries(characters).map(([name, value]): [string, LibraryConstant] => [
      name,
      { type: { base: 'character', length: 1 }, value },
    ]),
  ),
  c_null_ptr: { type: pointer, value: 0n },
  c_null_funptr: { type: function_, value: 0n },
  c_null_devptr: { type: devicePointer, value: 0n },
};

const value = (type: RowType): Param => ({ how: 'in', type });

/** Is an address given, and (with a second one) the same? */
function isAssociated([a, b]: readonly Expression[]): Expression {
  const some = op('ne', [a ?? i64(0), i64(0)]);
  return b ? op('and', [some, op('eq', [a ?? i64(0), b])]) : some;
}

const pairs = (type: RowType) => [{ c_ptr_1: value(type) }, { c_ptr_1: value(type), c_ptr_2: value(type) }];
/** One integer of any kind for each dimension. */
const extents = { type: { base: 'integer', kind: 4 }, anyKind: true, rank: 1 } as const satisfies Partial<Param>;

const target = (type: RowType): Record<string, Param> => ({
  cptr: value(type),
  fptr: { how: 'out' },
  shape: { how: 'data', optional: 0, ...extents },
  lower: { how: 'data', optional: 0, ...extents },
});

const routines: Readonly<Record<string, Routine>> = {
  c_loc: {
    doc: 'The address of `x`.',
    takes: { x: { how: 'data' } },
    gives: pointer,
    where: 'both',
    effect: { kind: 'address' },
  },
  c_devloc: {
    doc: 'The device address of `x`.',
    takes: { x: { how: 'device' } },
    gives: devicePointer,
    where: 'both',
    effect: { kind: 'address' },
  },
  c_funloc: {
    doc: 'The address of a procedure.',
    takes: { x: { how: 'procedure' } },
    gives: function_,
    effect: { kind: 'address' },
  },
  c_associated: {
    doc: 'Is the address not null (and the same as the second)?',
    takes: pairs(pointer)[0] ?? {},
    also: [...pairs(pointer).slice(1), ...pairs(function_), ...pairs(devicePointer)],
    gives: l4,
    where: 'both',
    lower: isAssociated,
  },
  c_f_pointer: {
    doc: 'Associates the pointer `fptr` with what lies at an address, with the extents of `shape`.',
    takes: target(pointer),
    also: [target(devicePointer)],
    where: 'both',
    effect: { kind: 'pointer' },
  },
  c_f_procpointer: {
    doc: 'Associates a procedure pointer with the procedure at an address.',
    takes: { cptr: value(function_), fptr: { how: 'out' } },
    effect: { kind: 'pointer' },
  },
  c_sizeof: {
    doc: 'Bytes that `x` takes.',
    takes: { x: { how: 'data' } },
    gives: { base: 'integer', kind: 8 },
    where: 'both',
    effect: { kind: 'size' },
  },
};

export const isoCBinding: LibraryModule = {
  name: 'iso_c_binding',
  doc: 'Kinds of C’s types, addresses as values.',
  types: {
    c_ptr: address('An address of data of the host.'),
    c_funptr: address('An address of a procedure.'),
    c_devptr: address('An address on the device.'),
  },
  constants,
  routines,
};
