/** Macros of C: what they hold, and their expansion with hide sets (Prosser's algorithm, as the standard's examples need it). */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import { directive } from '../errors.ts';
import { lex, type Token } from './lex.ts';

export type Macro = {
  readonly name: string;
  /** Undefined: an object-like one. */
  readonly params?: readonly string[];
  readonly variadic: boolean;
  readonly body: readonly Token[];
  /** Made by the preprocessor at each use. */
  readonly special?: 'file' | 'line' | 'counter' | 'date' | 'time';
};

/** Tokens one after another: those that a macro left come before those of the file. */
export type Feed = {
  readonly next: () => Token;
  readonly peek: () => Token;
  readonly push: (tokens: readonly Token[]) => void;
};

export type Expansion = {
  /** What a name of such a token means. */
  readonly macro: (token: Token) => Macro | undefined;
  readonly report: (d: Diagnostic) => void;
  readonly special: (which: 'file' | 'line' | 'counter' | 'date' | 'time', at: Span) => string;
};

/** Of a token from the feed: true where it was a macro, whose expansion is then in the feed. */
export function expand(token: Token, feed: Feed, x: Expansion): boolean {
  if (token.kind !== 'name' || token.hidden?.has(token.text)) return false;
  const macro = x.macro(token);
  if (!macro) return false;
  if (macro.special) {
    feed.push([{ ...lexOne(x.special(macro.special, token.at), token), hidden: new Set([macro.name]) }]);
    return true;
  }
  if (!macro.params) {
    feed.push(substituted(macro, [], token, withName(token.hidden, macro.name), x));
    return true;
  }
  if (feed.peek().text !== '(' || feed.peek().kind !== 'punct') return false;
  feed.next();
  const found = argumentsOf(macro, token, feed, x);
  if (!found) return true;
  const both = new Set([...(token.hidden ?? [])].filter((n) => found.closing.hidden?.has(n)));
  both.add(macro.name);
  feed.push(substituted(macro, found.args, token, both, x));
  return true;
}

function withName(hidden: ReadonlySet<string> | undefined, name: string): ReadonlySet<string> {
  return hidden ? new Set(hidden).add(name) : new Set([name]);
}

type Found = { readonly args: readonly (readonly Token[])[]; readonly closing: Token };

function argumentsOf(macro: Macro, use: Token, feed: Feed, x: Expansion): Found | undefined {
  const params = macro.params ?? [];
  const args: Token[][] = [[]];
  let depth = 0;
  for (;;) {
    const t = feed.next();
    if (t.kind === 'end') {
      x.report(directive(`the arguments of macro \`${macro.name}\` have no closing parenthesis`, use.at));
      feed.push([t]);
      return undefined;
    }
    if (t.kind === 'punct') {
      if (t.text === ')' && depth === 0) {
        const given = args.length === 1 && args[0]!.length === 0 && params.length === 0 ? [] : args;
        const least = macro.variadic ? params.length - 1 : params.length;
        if (given.length < least || (!macro.variadic && given.length > params.length)) {
          x.report(
            directive(
              `macro \`${macro.name}\` takes ${params.length} arguments, but ${given.length} are given`,
              use.at,
            ),
          );
          return undefined;
        }
        return { args: given, closing: t };
      }
      if (t.text === '(') depth++;
      else if (t.text === ')') depth--;
      else if (t.text === ',' && depth === 0 && !(macro.variadic && args.length >= params.length)) {
        args.push([]);
        continue;
      }
    }
    args.at(-1)!.push(t);
  }
}

function substituted(
  macro: Macro,
  args: readonly (readonly Token[])[],
  use: Token,
  hidden: ReadonlySet<string>,
  x: Expansion,
): Token[] {
  const out: Token[] = [];
  const full = new Map<string, readonly Token[]>();
  const argOf = (t: Token | undefined): readonly Token[] | undefined => {
    const i = t?.kind === 'name' && macro.params ? macro.params.indexOf(t.text) : -1;
    return i < 0 ? undefined : (args[i] ?? []);
  };
  const expandedArg = (name: string, arg: readonly Token[]): readonly Token[] => {
    const known = full.get(name) ?? expandAll(arg, x);
    full.set(name, known);
    return known;
  };
  const { body } = macro;
  for (let i = 0; i < body.length; i++) {
    const t = body[i]!;
    const following = body[i + 1];
    if (t.text === '#' && macro.params && argOf(following)) {
      out.push(stringOf(argOf(following)!, t));
      i++;
    } else if (t.text === '##' && i > 0 && following) {
      i++;
      const right = argOf(following);
      const isRest = macro.variadic && following.text === macro.params?.at(-1);
      const left = out.at(-1);
      if (right && isRest && left?.text === ',') {
        // GNU: `, ## __VA_ARGS__` drops the comma where there are none
        if (right.length === 0) out.pop();
        else out.push(...right);
      } else paste(out, right ?? [following], x);
    } else if (t.text === '__VA_OPT__' && macro.variadic && following?.text === '(') {
      const close = closing(body, i + 1);
      const rest = args[(macro.params?.length ?? 1) - 1] ?? [];
      if (rest.length > 0)
        out.push(...substituted({ ...macro, body: body.slice(i + 2, close) }, args, use, new Set(), x));
      i = close;
    } else {
      const arg = argOf(t);
      if (!arg) out.push(t);
      else if (following?.text === '##') out.push(...(arg.length > 0 ? arg : [placemarker(t)]));
      else out.push(...spacedLike(expandedArg(t.text, arg), t));
    }
  }
  return out
    .filter((t) => t.text !== '')
    .map((t, i) => ({
      ...t,
      at: use.at,
      first: false,
      spaced: i === 0 ? use.spaced : t.spaced,
      hidden: t.hidden ? new Set([...t.hidden, ...hidden]) : hidden,
    }));
}

function spacedLike(tokens: readonly Token[], like: Token): readonly Token[] {
  return tokens.map((t, i) => (i === 0 ? { ...t, spaced: like.spaced } : t));
}

function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    if (tokens[i]!.text === '(') depth++;
    if (tokens[i]!.text === ')' && --depth === 0) return i;
  }
  return tokens.length;
}

function placemarker(t: Token): Token {
  return { ...t, text: '' };
}

function paste(out: Token[], right: readonly Token[], x: Expansion): void {
  const left = out.pop();
  const first = right[0];
  if (!left || !first) {
    if (left) out.push(left);
    out.push(...right);
    return;
  }
  const text = left.text + first.text;
  if (text === '') out.push(left);
  else {
    const made = lex({ path: left.at.source.path, text }, x.report, left.own).filter((t) => t.kind !== 'end');
    for (const t of made) out.push({ ...t, at: left.at, spaced: left.spaced });
  }
  out.push(...right.slice(1));
}

function stringOf(arg: readonly Token[], at: Token): Token {
  const text = arg
    .map((t, i) => {
      const body = t.kind === 'string' || t.kind === 'char' ? t.text.replace(/["\\]/g, '\\$&') : t.text;
      return (i > 0 && t.spaced ? ' ' : '') + body;
    })
    .join('');
  return { ...at, kind: 'string', text: `"${text}"` };
}

function lexOne(text: string, like: Token): Token {
  const t = lex({ path: like.at.source.path, text }, () => {}, like.own)[0]!;
  return { ...t, at: like.at, first: false, spaced: like.spaced };
}

/** A list on its own, as an argument is expanded before it is put in. */
export function expandAll(tokens: readonly Token[], x: Expansion): Token[] {
  const out: Token[] = [];
  const feed = feedOf(tokens);
  for (let t = feed.next(); t.kind !== 'end'; t = feed.next()) if (!expand(t, feed, x)) out.push(t);
  return out;
}

const ending: Omit<Token, 'at'> = { kind: 'end', text: '', first: true, spaced: true, own: false };

export function feedOf(tokens: readonly Token[]): Feed {
  const ahead: Token[] = [];
  let at = 0;
  const take = (): Token => {
    const t = ahead.pop() ?? tokens[at++];
    return t ?? { ...ending, at: tokens.at(-1)?.at ?? { source: { path: '', text: '' }, from: 0, to: 0 } };
  };
  return {
    next: take,
    peek() {
      const t = take();
      ahead.push(t);
      return t;
    },
    push(list) {
      for (let i = list.length - 1; i >= 0; i--) ahead.push(list[i]!);
    },
  };
}
