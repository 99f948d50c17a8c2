/** Whether a type, or a declaration, begins here. */
import type { Token } from '../text/lex.ts';
import { findName, typeOfEntity } from './names.ts';
import type { Parser } from './parser.ts';
import { isStorageWord, isTypeQuestion, isTypeWord } from './specifiers.ts';

const typeStarts: ReadonlySet<string> = new Set(
  'struct union enum typeof __typeof__ __typeof decltype __auto_type __builtin_va_list _Complex __complex__ _Atomic typedef extern static inline __inline __inline__ register'.split(
    ' ',
  ),
);
const cxxStarts: ReadonlySet<string> = new Set(
  'class typename auto constexpr virtual explicit friend mutable thread_local template'.split(' '),
);

export function isTypeHere(p: Parser): boolean {
  const t = p.token;
  if (t.kind !== 'name' && !(t.text === '::' && p.language.cxx)) return false;
  if (t.text === 'decltype' && p.language.cxx) return isDecltypeHere(p);
  if (t.text === '__extension__') {
    p.at++;
    const yes = isTypeHere(p);
    p.at--;
    return yes;
  }
  if (isTypeWord(t.text, p.language.cxx) || typeStarts.has(t.text) || isStorageWord(t.text)) return true;
  if (p.language.cxx && isTypeQuestion(t.text)) return true;
  if (p.language.cxx && cxxStarts.has(t.text)) return true;
  if (t.text === 'auto') return true;
  const from = p.at;
  const named = findName(p);
  const after = p.token;
  p.at = from;
  if (named?.entity?.kind === 'template' && named.entity.template.what === 'class') return after.kind === 'name';
  if (!named || !typeOfEntity(named.entity)) return false;
  if (typeOfEntity(named.entity)?.kind === 'unknown') {
    if (p.patterns && after.text === '::') return false;
    // A member of what the arguments of a template decide is a value where `typename` does not say otherwise.
    if (named.ofUnknown) return false;
  }
  if (!p.language.cxx || after.text === '{') return !p.language.cxx;
  return after.text !== '(' || isPointerIn(p, named.token);
}

/** `decltype (x)`, but not `decltype (x)::value`. */
function isDecltypeHere(p: Parser): boolean {
  const from = p.at;
  const named = p.attempt(() => findName(p));
  p.at = from;
  return !named || typeOfEntity(named.entity) !== undefined;
}

/** `T (*)[n]`, `T (&)(int)`: a bracket behind a type that makes no object of it. */
function isPointerIn(p: Parser, last: Token): boolean {
  let i = 0;
  while (p.ahead(i) !== last && p.ahead(i).kind !== 'end') i++;
  while (p.ahead(i).text !== '(' && p.ahead(i).kind !== 'end') i++;
  const inner = i + 1;
  for (i = inner; /^(?:\*|&|const|volatile)$/.test(p.ahead(i).text); i++);
  return i > inner && p.ahead(i).text === ')' && /^[([]$/.test(p.ahead(i + 1).text);
}
