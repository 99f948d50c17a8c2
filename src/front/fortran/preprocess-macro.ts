/** Macros: their definitions and how a line is expanded. */
import { type MappedText, placeIn, TextBuilder } from './cook-text.ts';

export type Macro = {
  readonly name: string;
  /** Undefined: object-like. */
  readonly parameters: readonly string[] | undefined;
  readonly variadic: boolean;
  readonly body: string;
};
export type Macros = Map<string, Macro>;

/** `NAME body`, `NAME(a, b) body`; undefined where that is not what the text is. */
export function parseDefine(text: string): Macro | undefined {
  const match = /^([A-Za-z_]\w*)(?:\(([^)]*)\))?/.exec(text);
  if (!match) return undefined;
  const written =
    match[2] === undefined ? undefined : match[2].trim() === '' ? [] : match[2].split(',').map((p) => p.trim());
  const variadic = written?.at(-1) === '...';
  const parameters = variadic ? [...(written ?? []).slice(0, -1), '__VA_ARGS__'] : written;
  const body = text
    .slice(match[0].length)
    .replace(/\/\*.*?\*\//g, '')
    .trim();
  return { name: match[1]!, parameters, variadic, body };
}

const longestLine = 1_000_000;
const identifier = /[A-Za-z_]\w*/y;
const compiled = /^!(?:\$|@|dir\$)/i;

/** What one expansion must not grow beyond; counts down over nested uses. */
type Budget = { left: number };
type Context = {
  readonly macros: Macros;
  readonly line: number;
  readonly path: string;
  readonly budget: Budget;
};

/** `opensComment`: a comment of C begins in it that does not end there. */
export type ExpandedLine = {
  readonly line: MappedText;
  readonly quote: string;
  readonly tooLong: boolean;
  readonly opensComment: boolean;
};

/** `quote` is the quote that the line before left open, to be continued here. */
export function expandLine(line: MappedText, macros: Macros, number: number, quote: string): ExpandedLine {
  const path = line.pieces[0]?.source.path ?? '';
  const context: Context = { macros, line: number, path, budget: { left: longestLine } };
  const scan = scanLine(line, context, quote);
  return { ...scan, tooLong: context.budget.left < 0 };
}

/** The text with its macros replaced, as in a condition. */
export function expandText(text: string, macros: Macros, line: number, path: string): string {
  return expand(text, { macros, line, path, budget: { left: longestLine } }, new Set());
}

function scanLine(line: MappedText, context: Context, openQuote: string): Omit<ExpandedLine, 'tooLong'> {
  const { text } = line;
  const builder = new TextBuilder();
  let quote = openQuote;
  let done = 0;
  let at = 0;
  let opensComment = false;
  while (at < text.length) {
    const c = text.charAt(at);
    if (quote !== '') {
      if (c === quote) quote = '';
      at++;
    } else if (c === "'" || c === '"') {
      quote = c;
      at++;
    } else if (c === '/' && text.charAt(at + 1) === '*') {
      const end = text.indexOf('*/', at + 2);
      opensComment = end < 0;
      if (opensComment) break;
      builder.append(line, done, at);
      done = end + 2;
      at = done;
    } else if (c === '!' && !compiled.test(text.slice(at, at + 5))) break;
    else if (/[A-Za-z_]/.test(c)) {
      const use = useAt(text, at, context, new Set());
      if (use.text !== undefined) {
        builder.append(line, done, at);
        builder.appendMade(use.text, placeIn(line, at, use.to));
        done = use.to;
      }
      at = use.to;
    } else at += /[0-9]/.test(c) ? numberLength(text, at) : 1;
  }
  const goesOn = quote !== '' && /&\s*$/.test(text);
  if (done === 0 && !opensComment) return { line, quote: goesOn ? quote : '', opensComment };
  builder.append(line, done, opensComment ? at : text.length);
  return { line: builder.take(), quote: goesOn ? quote : '', opensComment };
}

/** A number with the letters that belong to it: `1d0`, `1._dp` (but the kind after `_` may be a macro). */
function numberLength(text: string, at: number): number {
  const match = /^[0-9]+(?:\.(?=_|[eEdDqQ][+-]?[0-9]))?(?:[eEdDqQ](?=[+-]?[0-9]))?_?/.exec(text.slice(at, at + 40));
  return match ? match[0].length : 1;
}

/** As C has it: `Nov  3 2026`. */
function dateText(now: Date): string {
  const [, month, day, year] = now.toDateString().split(' ');
  return `${month} ${String(Number(day)).padStart(2)} ${year}`;
}

/** The expansion of the name at `at`, if it is a macro, and where its use ends. */
function useAt(
  text: string,
  at: number,
  context: Context,
  hidden: ReadonlySet<string>,
): { text: string | undefined; to: number } {
  identifier.lastIndex = at;
  identifier.test(text);
  const to = identifier.lastIndex;
  const name = text.slice(at, to);
  if (name === '__LINE__') return { text: String(context.line), to };
  if (name === '__FILE__') return { text: `"${context.path}"`, to };
  if (name === '__DATE__') return { text: `"${dateText(new Date())}"`, to };
  if (name === '__TIME__') return { text: `"${new Date().toTimeString().slice(0, 8)}"`, to };
  const macro = context.macros.get(name);
  if (!macro || hidden.has(name) || context.budget.left < 0) return { text: undefined, to };
  if (!macro.parameters) return { text: replaced(macro.body, macro, context, hidden), to };
  const use = argumentsAt(text, to, macro);
  if (!use) return { text: undefined, to };
  const body = substitute(macro, use.arguments, context, hidden);
  return { text: replaced(body, macro, context, hidden), to: use.to };
}

function replaced(body: string, macro: Macro, context: Context, hidden: ReadonlySet<string>): string {
  context.budget.left -= body.length + 1;
  const pasted = body.includes('##') ? body.replace(/\s*##\s*/g, '') : body;
  return expand(pasted, context, new Set(hidden).add(macro.name));
}

function expand(text: string, context: Context, hidden: ReadonlySet<string>): string {
  let out = '';
  let at = 0;
  while (at < text.length) {
    const c = text.charAt(at);
    if (c === "'" || c === '"') {
      const end = text.indexOf(c, at + 1);
      const to = end < 0 ? text.length : end + 1;
      out += text.slice(at, to);
      at = to;
    } else if (/[A-Za-z_]/.test(c)) {
      const use = useAt(text, at, context, hidden);
      out += use.text ?? text.slice(at, use.to);
      at = use.to;
    } else {
      const length = /[0-9]/.test(c) ? numberLength(text, at) : 1;
      out += text.slice(at, at + length);
      at += length;
    }
  }
  return out;
}

/** The arguments in parentheses from `at` on; undefined where there are none or they do not end in this line. */
function argumentsAt(text: string, at: number, macro: Macro): { arguments: string[]; to: number } | undefined {
  let i = at;
  while (text.charAt(i) === ' ') i++;
  if (text.charAt(i) !== '(') return undefined;
  const given: string[] = [];
  let depth = 0;
  let quote = '';
  let from = i + 1;
  for (; i < text.length; i++) {
    const c = text.charAt(i);
    if (quote !== '') {
      if (c === quote) quote = '';
    } else if (c === "'" || c === '"') quote = c;
    else if (c === '(' || c === '[') depth++;
    else if (c === ')' || c === ']') {
      depth--;
      if (depth > 0) continue;
      given.push(text.slice(from, i).trim());
      return { arguments: matched(given, macro), to: i + 1 };
    } else if (c === ',' && depth === 1) {
      given.push(text.slice(from, i).trim());
      from = i + 1;
    }
  }
  return undefined;
}

/** Does a macro's list of arguments begin in the line that does not end there? */
export function opensArguments(text: string, macros: Macros): boolean {
  for (const use of text.matchAll(/[A-Za-z_]\w*(?=\s*\()/g)) {
    const macro = macros.get(use[0]);
    if (macro?.parameters && !argumentsAt(text, use.index + use[0].length, macro)) return true;
  }
  return false;
}

function matched(given: string[], macro: Macro): string[] {
  const wanted = macro.parameters!.length;
  if (!macro.variadic || given.length <= wanted) return given;
  return [...given.slice(0, wanted - 1), given.slice(wanted - 1).join(', ')];
}

/** The body with its parameters replaced: `#p` becomes a string; next to `##` the argument is not expanded. */
function substitute(macro: Macro, given: readonly string[], context: Context, hidden: ReadonlySet<string>): string {
  const values = new Map(macro.parameters!.map((p, i) => [p, given[i] ?? '']));
  return macro.body.replace(
    /(##\s*)?(#\s*)?\b([A-Za-z_]\w*)\b(\s*##)?/g,
    (all, before: string | undefined, hash: string | undefined, name: string, after: string | undefined) => {
      const value = values.get(name);
      if (value === undefined) return all;
      if (hash !== undefined) return `${before ?? ''}"${value.replaceAll('"', '""')}"${after ?? ''}`;
      if (before !== undefined || after !== undefined) return `${before ?? ''}${value}${after ?? ''}`;
      return expand(value, context, hidden);
    },
  );
}
