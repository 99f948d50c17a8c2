/** Arrays, pointers and types: inquiry, reduction, rearrangement. Made by the array lowering; constants are folded in the front end. */
import { InternalError } from '../../base/impossible.ts';
import { select } from '../../ir/build.ts';
import { given, only } from './lowering.ts';
import {
  anything,
  array,
  defaultInteger,
  defaultLogical,
  integer,
  integerOfKind,
  kindArgument,
  like,
  logical,
  numeric,
  ofAnyRank,
  optional,
  type Param,
  type Rank,
  type Row,
  sameAs,
  scalar,
  variable,
  vector,
} from './row.ts';

const any: Param = { of: ['any'], rank: 'array' };
const dim = optional(scalar(integer));
const mask = optional(ofAnyRank(logical));
const back = optional(scalar(logical));
const ordered: Param = { of: ['integer', 'real', 'character'], rank: 'array' };

const transformed = (doc: string, takes: Row['takes'], gives: Row['gives'] & object, rank: Rank): Row => ({
  doc,
  class: 'transformational',
  device: true,
  takes,
  gives,
  rank,
  by: 'array',
});

/** `stream`: of data of the device, as cudafor's own forms have it. */
const reduced = (doc: string, of: Param): Row =>
  transformed(doc, { array: array(of), dim, mask, stream: optional(scalar(integer)) }, sameAs('array'), 'reduced');
/** The stream that reduces a device array (cudafor). */
const stream = optional(scalar(integer));
const ofDevice = (row: Row): Row => ({ ...row, takes: { ...row.takes, stream } });
const ofMask = (doc: string): Row => transformed(doc, { mask: array(logical), dim }, sameAs('mask'), 'reduced');
const located = (doc: string): Row =>
  transformed(doc, { array: ordered, dim, mask, kind: kindArgument, back }, integerOfKind, 'located');

const asked = (doc: string, takes: Row['takes'], gives: Row['gives'] & object, rank: Rank = 'scalar'): Row => ({
  doc,
  class: 'inquiry',
  device: true,
  takes,
  gives,
  rank,
  by: 'inquiry',
});

export const arrayIntrinsics = {
  merge: {
    doc: '`tsource` where `mask` is true, else `fsource`. Both are evaluated.',
    class: 'elemental',
    device: true,
    takes: {
      tsource: { of: ['any'], rank: 'elemental' },
      fsource: like({ of: ['any'], rank: 'elemental' }, 'tsource'),
      mask: logical,
    },
    gives: sameAs('tsource'),
    /** Of a derived type: parts are the address. */
    lower: (args, to) => {
      const condition = to.keep(only(given(args, 2)));
      const otherwise = given(args, 1).parts;
      return given(args, 0).parts.map((part, i) => {
        const other = otherwise[i];
        if (!other) throw new InternalError('merge of values with different parts');
        return select(condition, part, other);
      });
    },
    tries: [
      [1n, 2n, true],
      [1n, 2n, false],
      [1.5, 2.5, false],
      [[1, 2], [3, 4], true],
    ],
  },
  // reductions
  sum: ofDevice(reduced('Sum of the elements (where `mask` is true), along `dim` where it is given.', numeric)),
  product: reduced('Product of the elements.', numeric),
  maxval: ofDevice(reduced('Greatest element.', ordered)),
  minval: ofDevice(reduced('Least element.', ordered)),
  iall: reduced('Bitwise and of the elements.', integer),
  iany: reduced('Bitwise or of the elements.', integer),
  iparity: reduced('Bitwise exclusive or of the elements.', integer),
  all: ofMask('Are all elements true?'),
  any: ofMask('Is an element true?'),
  parity: ofMask('Is an odd number of elements true?'),
  count: transformed(
    'How many elements are true.',
    { mask: array(logical), dim, kind: kindArgument },
    integerOfKind,
    'reduced',
  ),
  maxloc: located('Place of the first greatest element.'),
  minloc: located('Place of the first least element.'),
  findloc: transformed(
    'Place of the first element that equals `value`.',
    { array: any, value: { ...like(scalar(anything), 'array'), mixes: true }, dim, mask, kind: kindArgument, back },
    integerOfKind,
    'located',
  ),
  reduce: transformed(
    'The elements combined by the function `operation`.',
    {
      array: any,
      operation: { of: ['procedure'], rank: 'scalar' },
      dim,
      mask,
      identity: optional(scalar(anything)),
      ordered: back,
    },
    sameAs('array'),
    'reduced',
  ),
  // linear algebra
  dot_product: transformed(
    'Sum of the products of the elements; of complex vectors the first is conjugated, of logicals any of the ands.',
    {
      vector_a: { of: ['integer', 'real', 'complex', 'logical'], rank: 'vector' },
      vector_b: { ...like({ of: ['integer', 'real', 'complex', 'logical'], rank: 'vector' }, 'vector_a'), mixes: true },
    },
    sameAs('vector_a'),
    'scalar',
  ),
  matmul: transformed(
    'Product of two matrices, or of a matrix and a vector.',
    {
      matrix_a: { of: ['integer', 'real', 'complex', 'logical'], rank: 'vectorOrMatrix' },
      matrix_b: {
        ...like({ of: ['integer', 'real', 'complex', 'logical'], rank: 'vectorOrMatrix' }, 'matrix_a'),
        mixes: true,
      },
    },
    sameAs('matrix_a'),
    'product',
  ),
  transpose: transformed('Rows and columns exchanged.', { matrix: { ...any, rank: 'matrix' } }, sameAs('matrix'), {
    sameAs: 'matrix',
  }),
  // rearrangement
  reshape: transformed(
    'The elements of `source` in an array of the shape `shape`; `pad` fills up, `order` permutes the dimensions.',
    {
      source: any,
      shape: vector(integer),
      pad: optional(like(any, 'source')),
      order: optional(vector(integer)),
    },
    sameAs('source'),
    { lengthOf: 'shape' },
  ),
  spread: transformed(
    '`ncopies` copies of `source` along a new dimension `dim`.',
    { source: anything, dim: scalar(integer), ncopies: scalar(integer) },
    sameAs('source'),
    { oneMore: 'source' },
  ),
  pack: transformed(
    'The elements where `mask` is true as a vector.',
    { array: any, mask: ofAnyRank(logical), vector: optional(like(vector(any), 'array')) },
    sameAs('array'),
    'one',
  ),
  unpack: transformed(
    'The elements of `vector` where `mask` is true, those of `field` elsewhere.',
    { vector: vector(any), mask: array(logical), field: like(anything, 'vector') },
    sameAs('vector'),
    { sameAs: 'mask' },
  ),
  cshift: transformed(
    'Elements moved along `dim` in a circle.',
    { array: any, shift: { ...integer, rank: 'scalarOrOneLess' }, dim },
    sameAs('array'),
    { sameAs: 'array' },
  ),
  eoshift: transformed(
    'Elements moved along `dim`; `boundary` comes in.',
    {
      array: any,
      shift: { ...integer, rank: 'scalarOrOneLess' },
      boundary: optional(like({ of: ['any'], rank: 'scalarOrOneLess' }, 'array')),
      dim,
    },
    sameAs('array'),
    { sameAs: 'array' },
  ),
  transfer: transformed(
    'The bits of `source` as a value of the type of `mold`.',
    { source: anything, mold: anything, size: optional(scalar(integer)) },
    sameAs('mold'),
    'sized',
  ),
  // inquiry
  size: asked(
    'How many elements an array has, or its extent along `dim`.',
    { array: anyRanked(), dim, kind: kindArgument },
    integerOfKind,
  ),
  shape: asked('The extents of `source`.', { source: anything, kind: kindArgument }, integerOfKind, 'one'),
  lbound: asked('Lower bounds.', { array: anyRanked(), dim, kind: kindArgument }, integerOfKind, 'bound'),
  ubound: asked('Upper bounds.', { array: anyRanked(), dim, kind: kindArgument }, integerOfKind, 'bound'),
  rank: asked('How many dimensions `a` has.', { a: anything }, defaultInteger),
  allocated: {
    ...asked('Is the allocatable `array` allocated?', { array: anything }, defaultLogical),
    alone: 'scalar',
  },
  associated: asked(
    'Is the pointer associated (with `target`)?',
    {
      pointer: { of: ['any', 'procedure'], rank: 'any' },
      target: optional({ of: ['any', 'procedure', 'null'], rank: 'any' }),
    },
    defaultLogical,
  ),
  present: asked(
    'Has the optional dummy `a` an actual argument?',
    { a: { of: ['any', 'procedure'], rank: 'any' } },
    defaultLogical,
  ),
  is_contiguous: asked('Do the elements lie one after the other?', { array: any }, defaultLogical),
  same_type_as: asked('Do both have the same type at run time?', { a: anything, b: anything }, defaultLogical),
  extends_type_of: asked(
    'Is the type of `a` an extension of that of `mold`?',
    { a: anything, mold: anything },
    defaultLogical,
  ),
  loc: {
    ...asked(
      'Address of `x`.',
      { x: { of: ['any', 'procedure'], rank: 'any' } },
      { rule: 'is', type: { base: 'integer', kind: 8 } },
    ),
    extension: true,
  },
  move_alloc: {
    doc: 'Moves the allocation of `from` to `to`.',
    class: 'subroutine',
    device: true,
    takes: {
      from: variable(anything),
      to: variable(like(anything, 'from')),
      stat: optional(variable(scalar(integer))),
      errmsg: optional({ of: ['character'], rank: 'scalar', changes: true }),
    },
    by: 'array',
  },
} satisfies Record<string, Row>;

/** An array, or something of assumed rank. */
function anyRanked(): Param {
  return { of: ['any'], rank: 'array' };
}
