/** Names, plain and qualified, and what they mean where they stand. */
import { noMember } from '../errors.ts';
import type { Token } from '../text/lex.ts';
import type { Type } from '../types.ts';
import type { Parser } from './parser.ts';
import type { Entity, Scope } from './scope.ts';

export type Named = { readonly entity: Entity | undefined; readonly token: Token; readonly scope: Scope | undefined };

/** Behind a type that the tokens name from here on; undefined, and nowhere else, where they name none. */
export function findType(p: Parser): Type | undefined {
  const from = p.at;
  const named = findName(p);
  const type = named && typeOfEntity(named.entity);
  if (!type) p.at = from;
  return type;
}

export function typeOfEntity(entity: Entity | undefined): Type | undefined {
  return entity?.kind === 'type' ? entity.type : undefined;
}

/** A name with what qualifies it. */
export function findName(p: Parser): Named | undefined {
  const token = p.token;
  if (token.kind !== 'name') return undefined;
  p.at++;
  return { entity: p.scope.find(token.text), token, scope: undefined };
}

export function missingIn(p: Parser, scope: Scope, token: Token): void {
  p.report(noMember(scope.name, token.text, token.at));
}
