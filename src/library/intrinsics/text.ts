/** Characters and strings. */
import { InternalError } from '../../base/impossible.ts';
import { i32, load, op } from '../../ir/build.ts';
import { given, integerTo } from './lowering.ts';
import {
  character,
  defaultLogical,
  integer,
  integerOfKind,
  kindArgument,
  type Lower,
  like,
  logical,
  ofAnyRank,
  optional,
  type Row,
  sameAs,
  scalar,
  text,
} from './row.ts';

const elemental = { class: 'elemental', device: true, by: 'text' } as const;

/** The first byte, as a number from 0 to 255. */
const code: Lower = (args, to) => {
  const text = given(args, 0);
  const address = text.parts[0];
  if (!address) throw new InternalError('a character has an address');
  if (text.type.kind === 4) return [integerTo(to.gives.kind, load('i32', address))];
  return [integerTo(to.gives.kind, op('and', [load('i8', address), i32(255)]))];
};

const codeOf = (doc: string): Row => ({
  doc,
  class: 'elemental',
  device: true,
  takes: { c: character, kind: kindArgument },
  gives: integerOfKind,
  lower: code,
  tries: [['A'], [' '], ['z']],
});

const characterOf = (doc: string): Row => ({
  doc,
  ...elemental,
  takes: { i: integer, kind: kindArgument },
  gives: text('one'),
  tries: [[65n], [32n], [122n]],
});

const ordered = (doc: string): Row => ({
  doc,
  ...elemental,
  takes: { string_a: character, string_b: character },
  gives: defaultLogical,
  tries: [
    ['abc', 'abd'],
    ['abc', 'abc '],
    ['b', 'abc'],
    ['', ' '],
  ],
});

const adjusted = (doc: string): Row => ({
  doc,
  ...elemental,
  takes: { string: character },
  gives: sameAs('string'),
  tries: [['  ab '], ['ab'], ['   '], ['']],
});

const searched = (doc: string, sought: 'substring' | 'set', tries: Row['tries'] & object): Row => ({
  doc,
  ...elemental,
  takes: { string: character, [sought]: character, back: optional(logical), kind: kindArgument },
  gives: integerOfKind,
  tries,
});

export const textIntrinsics = {
  ichar: codeOf('Code of a character, 0 to 255.'),
  iachar: codeOf('ASCII code of a character.'),
  char: characterOf('The character of a code.'),
  achar: characterOf('The character of an ASCII code.'),
  len: {
    doc: 'Length of a string.',
    class: 'inquiry',
    device: true,
    takes: { string: ofAnyRank(character), kind: kindArgument },
    gives: integerOfKind,
    rank: 'scalar',
    by: 'text',
    tries: [['abc '], ['']],
  },
  len_trim: {
    doc: 'Length without trailing blanks.',
    ...elemental,
    takes: { string: character, kind: kindArgument },
    gives: integerOfKind,
    tries: [['abc  '], [''], ['  '], [' a b ']],
  },
  trim: {
    doc: 'The string without trailing blanks.',
    class: 'transformational',
    device: true,
    takes: { string: scalar(character) },
    gives: text('runtime'),
    rank: 'scalar',
    by: 'text',
    tries: [['abc  '], [''], ['  '], [' a b ']],
  },
  repeat: {
    doc: '`ncopies` copies of the string, one after the other.',
    class: 'transformational',
    device: true,
    takes: { string: scalar(character), ncopies: scalar(integer) },
    gives: text('product'),
    rank: 'scalar',
    by: 'text',
    tries: [
      ['ab', 3n],
      ['ab', 0n],
      ['', 4n],
    ],
  },
  adjustl: adjusted('Leading blanks moved to the end.'),
  adjustr: adjusted('Trailing blanks moved to the front.'),
  index: searched('Place of the first (`back`: last) occurrence of `substring`, or 0.', 'substring', [
    ['banana', 'an'],
    ['banana', 'an', true],
    ['banana', 'x'],
    ['banana', ''],
    ['banana', '', true],
    ['ab', 'abc'],
  ]),
  scan: searched('Place of the first (`back`: last) character that is in `set`, or 0.', 'set', [
    ['fortran', 'tr'],
    ['fortran', 'tr', true],
    ['fortran', 'xyz'],
    ['', 'a'],
  ]),
  verify: searched('Place of the first (`back`: last) character that is not in `set`, or 0.', 'set', [
    ['fortran', 'fo'],
    ['fortran', 'nf', true],
    ['aaa', 'a'],
    ['aaa', ''],
  ]),
  lge: ordered('Is `string_a` the same or after `string_b` in ASCII?'),
  lgt: ordered('Is `string_a` after `string_b` in ASCII?'),
  lle: ordered('Is `string_a` the same or before `string_b` in ASCII?'),
  llt: ordered('Is `string_a` before `string_b` in ASCII?'),
  new_line: {
    doc: 'The character that ends a line.',
    class: 'inquiry',
    device: true,
    takes: { a: ofAnyRank(character) },
    gives: text('one'),
    rank: 'scalar',
    by: 'text',
  },
  split: {
    doc: 'Takes the token of `string` after place `pos`; `pos` becomes the place of the separator after it.',
    class: 'subroutine',
    device: false,
    takes: {
      string: scalar(character),
      set: like(scalar(character), 'string'),
      pos: { of: ['integer'], rank: 'scalar', changes: true },
      back: optional(scalar(logical)),
    },
    by: 'call',
  },
} satisfies Record<string, Row>;
