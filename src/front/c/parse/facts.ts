/** What a program knows of types while it runs. */
import type { Span } from '../../../base/source.ts';
import type { Expression, TypeFacts } from '../tree.ts';
import {
  constVoidPointer,
  pointerTo,
  qualified,
  showType,
  type Type,
  unqualified,
  withoutReference,
} from '../types.ts';
import type { Parser } from './parser.ts';
import { factsOf } from './virtuals.ts';

/** Of classes their bases too, of pointers to them those to the bases that begin where they do. */
export function factsOfType(p: Parser, given: Type): TypeFacts {
  const type = unqualified(withoutReference(given));
  if (type.kind === 'record') return factsOf(p, type.record);
  const bases: { readonly facts: TypeFacts; readonly offset: number }[] = [];
  if (type.kind === 'pointer' && type.to.kind === 'record')
    for (const f of type.to.record.fields)
      if (f.base && f.offset === 0 && f.virtual === undefined)
        bases.push({ facts: factsOfType(p, pointerTo(qualified(f.type, type.to.const === true))), offset: 0 });
  if (type.kind === 'pointer' && !type.to.const && type.to.kind !== 'void')
    bases.push({ facts: factsOfType(p, pointerTo(qualified(type.to, true))), offset: 0 });
  return { name: nameOf(type), bases };
}

/** As the library of GCC shows it. */
function nameOf(t: Type): string {
  if (t.kind === 'pointer') return `${nameOf(unqualified(t.to))}${t.to.const ? ' const' : ''}*`;
  return showType(t);
}

export function factsExpression(p: Parser, type: Type, at: Span): Expression {
  return { kind: 'facts', facts: factsOfType(p, type), type: constVoidPointer, at };
}
