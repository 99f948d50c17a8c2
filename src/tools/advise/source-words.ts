/** What the source calls things: the line of a place, the array that an access names, its subscripts. */
import { lineText, positionOf, type Span } from '../../base/source.ts';
import type { Fn } from '../../ir/module.ts';
import { symbolOf } from '../../machine/symbols.ts';
import type { Site } from './counts.ts';
import { isC, type Words, wordsAt } from './language-words.ts';

export type Reference = { readonly name: string; readonly subscripts: string; readonly text: string };

export function lineOf(at: Span): number {
  return positionOf(at.source, at.from).line;
}

export function textOfLine(at: Span): string {
  return lineText(at.source, lineOf(at)).trim();
}

export function placeText(at: Span): string {
  return `${at.source.path}:${lineOf(at)}`;
}

/** Arrays that a place's line refers to with subscripts behind, in their order. */
export function referencesAt(at: Span): readonly Reference[] {
  const { open } = wordsAt(at);
  return open === '(' ? referencesIn(textOfLine(at)) : indexedIn(textOfLine(at));
}

/** In C: each pair of brackets holds a subscript. */
function indexedIn(line: string): readonly Reference[] {
  const found: Reference[] = [];
  for (const match of line.matchAll(/[a-z_]\w*(?:(?:->|\.)[a-z_]\w*)*\s*\[/gi)) {
    const subscripts: string[] = [];
    let open = match.index + match[0].length - 1;
    for (let close = closing(line, open); close > 0; close = closing(line, open)) {
      subscripts.push(line.slice(open + 1, close));
      open = close + 1;
      if (line[open] !== '[') break;
    }
    if (subscripts.length === 0) continue;
    const name = match[0].slice(0, -1).trim();
    found.push({ name, subscripts: subscripts.join(', '), text: line.slice(match.index, open) });
  }
  return found;
}

/** In Fortran. */
function referencesIn(line: string): readonly Reference[] {
  const found: Reference[] = [];
  for (const match of line.matchAll(/[a-z]\w*(?:%[a-z]\w*)*\s*\(/gi)) {
    const open = match.index + match[0].length - 1;
    const close = closing(line, open);
    if (close < 0) continue;
    const name = match[0].slice(0, -1).trim();
    found.push({ name, subscripts: line.slice(open + 1, close), text: `${name}(${line.slice(open + 1, close)})` });
  }
  return found;
}

function closing(line: string, open: number): number {
  let depth = 0;
  for (let i = open; i < line.length; i++) {
    if (line[i] === '(' || line[i] === '[') depth++;
    if (line[i] === ')' || line[i] === ']') depth--;
    if (depth === 0) return i;
  }
  return -1;
}

/** How the source writes an access; undefined where the line does not say it. */
export function referenceOf(site: Site, fn: Fn): Reference | undefined {
  const line = textOfLine(site.at);
  const all = referencesAt(site.at);
  const name = nameOf(site, fn);
  const isTarget = (r: Reference): boolean => isAssigned(r.text, line, wordsAt(site.at));
  const named = all.filter((r) => name !== undefined && (lastPart(r.name) === name.toLowerCase() || r.name === name));
  if (named.length > 0)
    return (site.what === 'store' ? named.find(isTarget) : named.findLast((r) => !isTarget(r))) ?? named[0];
  if (site.what === 'store') return all.find(isTarget);
  const others = all.filter((r) => !isTarget(r) && !functions.has(r.name.toLowerCase()));
  const [only] = others;
  return only && others.every((r) => r.text === only.text) ? only : undefined;
}

/** An assignment of Fortran begins with its target; in C it may stand behind something, and have an operator. */
function isAssigned(text: string, line: string, { open }: Words): boolean {
  if (open === '(') return line.startsWith(text) && /^\s*=[^=]/.test(line.slice(text.length));
  return /^(?:\.\w+)*\s*(?:[-+*/%&|^]|<<|>>)?=[^=]/.test(line.slice(line.indexOf(text) + text.length));
}

const functions = new Set([
  'sqrt',
  'exp',
  'sin',
  'cos',
  'abs',
  'max',
  'min',
  'mod',
  'real',
  'int',
  'dble',
  'merge',
  'if',
  'log',
  'iand',
  'ior',
]);

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('%') + 1).toLowerCase();
}

/** The variable's name: of a global one its own, of a parameter that of the dummy argument. */
export function nameOf({ base }: Site, fn: Fn): string | undefined {
  if (typeof base === 'string') return base.slice(base.lastIndexOf('.') + 1) || undefined;
  if (base === undefined) return undefined;
  const dummies = isC(fn.at.source.path) ? parametersOf(fn) : dummiesOf(fn);
  if (dummies.length === fn.params) return dummies[base];
  const text = bodyText(fn);
  const arrays = dummies.filter((name) => new RegExp(`\\b${name}\\s*\\(`, 'i').test(text));
  const pointers = fn.locals.slice(0, fn.params).flatMap(({ type }, i) => (type.startsWith('ptr.') ? [i] : []));
  return pointers.length === arrays.length ? arrays[pointers.indexOf(base)] : undefined;
}

/** Of a function of C. */
function parametersOf(fn: Fn): readonly string[] {
  const name = symbolOf(fn.name);
  const list = new RegExp(`\\b${name}\\s*\\(([^)]*)\\)`).exec(headText(fn))?.[1] ?? '';
  return list.split(',').flatMap((one) => /(\w+)\s*(?:\[[^\]]*\]\s*)*$/.exec(one)?.[1] ?? []);
}

/** Of the statement that begins the procedure. */
function dummiesOf(fn: Fn): readonly string[] {
  const text = headText(fn);
  const list = /(?:subroutine|function)\s+\w+\s*\(([^)]*)\)/i.exec(text)?.[1] ?? '';
  return list
    .replaceAll(/&\s*\n\s*&?/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function headText({ at }: Fn): string {
  const start = at.source.text.lastIndexOf('\n', at.from) + 1;
  return at.source.text.slice(start, start + 2000);
}

function bodyText(fn: Fn): string {
  const text = fn.at.source.text.slice(fn.at.from);
  const end = /^\s*end\s*subroutine/im.exec(text);
  return text.slice(text.indexOf('\n'), end?.index ?? text.length);
}
