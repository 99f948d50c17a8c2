/** Declarations and bodies that are read later: what stands behind them. */
import type { Parser } from './parser.ts';

/** Behind a declaration: its body, or `;`. True where it has a body. */
export function skipDeclaration(p: Parser): boolean {
  let isClassLike = p.is('struct') || p.is('class') || p.is('union');
  // Of `struct X<R (T)>`.
  let angle = 0;
  for (;;) {
    const t = p.token;
    if (p.tokens.length <= p.at + 1) return false;
    if (t.text === '<') angle++;
    else if (t.text === '>') angle--;
    if (t.text === ';') {
      p.at++;
      return false;
    }
    if (t.text === '=') isClassLike = true;
    if (t.text === ':' && !isClassLike) {
      skipMembers(p);
      continue;
    }
    if (t.text === '{') {
      p.skipBalanced();
      skipHandlers(p);
      if (!isClassLike) return true;
      while (!p.is(';') && p.tokens.length > p.at + 1) p.at++;
      p.take(';');
      return true;
    }
    if (t.text === '(' || t.text === '[') {
      if (t.text === '(' && angle <= 0)
        isClassLike = /^(?:__align__|alignas|__attribute__)$/.test(p.ahead(-1).text) && isClassLike;
      p.skipBalanced();
    } else p.at++;
  }
}

/** Of a function, with what comes before the braces, and the handlers of a whole body that is tried. */
export function skipBody(p: Parser): void {
  const isTried = p.take('try');
  if (p.is(':')) skipMembers(p);
  p.skipBalanced();
  if (isTried) skipHandlers(p);
}

function skipHandlers(p: Parser): void {
  while (p.take('catch')) {
    p.skipBalanced();
    p.skipBalanced();
  }
}

/** `: a(1), b{2}` before a constructor's body. */
function skipMembers(p: Parser): void {
  p.at++;
  while (p.token.kind !== 'end') {
    while (!p.is('(') && !p.is('{') && p.tokens.length > p.at + 1) p.at++;
    p.skipBalanced();
    p.take('...');
    if (!p.take(',')) return;
  }
}
