/** Words of a declaration that exclude each other, and words that have their place elsewhere (Fortran 2018, 8.5, C8xx). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import type * as tree from '../../tree.ts';
import type { Entry, Facts } from '../context.ts';

type Said = { readonly text: string; readonly is: (f: Facts) => boolean };

const word = (w: tree.AttributeWord, text: string = w): Said => ({ text, is: (f) => f.words.has(w) });
const parameter = word('parameter', 'a named constant');
const external: Said = {
  text: 'an external procedure',
  is: (f) => f.words.has('external') && !f.words.has('pointer'),
};
const intrinsic = word('intrinsic', 'an intrinsic procedure');
const array: Said = { text: 'an array', is: (f) => f.shape !== undefined };
const inCommon: Said = { text: 'in a common block', is: (f) => f.common !== undefined };
const withValue: Said = { text: 'given an initial value', is: (f) => f.initial?.kind === 'initial-value' };
const bound: Said = { text: 'bound to a C name', is: (f) => f.bind !== undefined };
const withData: Said = { text: 'given a value by a data statement', is: (f) => f.data === true };
const equivalenced: Said = { text: 'in an equivalence', is: (f) => f.equivalenced === true };
const definition: Said = { text: 'an internal or module procedure', is: (f) => f.unit !== undefined };
const intent: Said = { text: 'a dummy argument with an intent', is: (f) => f.intent !== undefined };
const dummy: Said = { text: 'a dummy argument', is: (f) => f.dummy === true };
const result: Said = { text: 'the result of a function', is: (f) => f.result === true };
const described: Said = {
  text: 'described by an interface',
  is: (f) => f.interfaceBody !== undefined || f.procedure !== undefined,
};
const group: Said = { text: 'a namelist group', is: (f) => f.namelist !== undefined };
const typed: Said = { text: 'declared with a type', is: (f) => f.typeAt !== undefined };
const statementFunction: Said = { text: 'a statement function', is: (f) => f.statementFunction !== undefined };
const saved = word('save', 'saved');
const allocatable = word('allocatable');
const pointer = word('pointer', 'a pointer');
const target = word('target', 'a target');

const placed: readonly Said[] = (['device', 'managed', 'constant', 'shared', 'pinned', 'texture'] as const).map((w) =>
  word(w, `in ${w} memory`),
);

const pairs: readonly (readonly [Said, readonly Said[]])[] = [
  [
    parameter,
    [saved, allocatable, pointer, target, external, intrinsic, inCommon, bound, equivalenced, intent, withData].concat([
      word('optional'),
      word('value', 'passed by value'),
      word('volatile'),
      word('asynchronous'),
    ]),
  ],
  [group, [saved, typed, array, inCommon, equivalenced, dummy, result, withData, allocatable, pointer, target]],
  [statementFunction, [allocatable, pointer, target, saved, inCommon, withData, equivalenced]],
  [withData, [dummy, result, allocatable]],
  [
    external,
    [
      word('volatile'),
      word('asynchronous'),
      described,
      intrinsic,
      allocatable,
      target,
      array,
      inCommon,
      withValue,
      equivalenced,
      definition,
    ],
  ],
  [intrinsic, [allocatable, pointer, target, array, inCommon, withValue, saved, equivalenced, definition, intent]],
  [inCommon, [saved, word('protected'), definition]],
  [equivalenced, [pointer, target, allocatable, bound, intent, dummy, result]],
  [definition, [array, allocatable, target, saved, withValue, intent, word('volatile'), word('asynchronous')]],
  [word('automatic'), [saved, word('static')]],
  [withValue, [withData]],
  [pointer, [intrinsic]],
];
const exclude = pairs.map(([one, others]) => ({ one, others }));

export function attributeConflict({ facts, name, span }: Entry): Diagnostic | undefined {
  if (
    facts.words.size === 0 &&
    facts.common === undefined &&
    !facts.equivalenced &&
    !facts.unit &&
    !facts.data &&
    !facts.namelist
  )
    return undefined;
  for (let i = 0; i < exclude.length; i++) {
    const { one, others } = exclude[i]!;
    const other = one.is(facts) ? others.find((o) => o.is(facts)) : undefined;
    if (other) return declarationErrors.conflictingAttributes(name, one.text, other.text, span);
  }
  if (parameter.is(facts)) {
    const place = placed.find((p) => p.is(facts));
    if (place) return declarationErrors.placedConstant(name, place.text, span);
  }
  if (facts.intent === 'in' && facts.words.has('volatile'))
    return declarationErrors.conflictingAttributes(name, 'intent(in)', 'volatile', span);
  return undefined;
}

/** `public`, `private` and `protected` are about what a module offers. */
export function misplacedWord({ facts, name, env }: Entry): Diagnostic | undefined {
  if (facts.words.size === 0 || env.scope.kind === 'module') return undefined;
  for (const w of ['public', 'private', 'protected'] as const) {
    const at = facts.words.get(w);
    if (at) return declarationErrors.outsideModule(name, w, at);
  }
  return undefined;
}
