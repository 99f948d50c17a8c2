/** The preprocessor of C: a source and what it includes become the tokens that the parser reads. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import { type Source, type Span, startOf } from '../../../base/source.ts';
import { directive, directiveError, directiveWarning, noHeader } from '../errors.ts';
import { conditionValue } from './condition.ts';
import { lex, type Token } from './lex.ts';
import { type Expansion, expand, expandAll, type Feed, feedOf, type Macro } from './macro.ts';

export type TextOptions = {
  /** The compiler's own, then the program's: NAME or NAME=VALUE. */
  readonly predefined: readonly string[];
  readonly defines: readonly string[];
  readonly undefines: readonly string[];
  /** Headers that come before the source. */
  readonly first: readonly string[];
  /** A header by the name in its #include and the file that includes it; of #include_next one that lies behind that file. */
  readonly header: (name: string, quoted: boolean, from: string, isNext?: boolean) => Source | undefined;
  readonly isLibrary: (path: string) => boolean;
};

const deepest = 200;

export function preprocess(source: Source, options: TextOptions, report: (d: Diagnostic) => void): readonly Token[] {
  const p = new Preprocessor(options, report);
  return p.run(source);
}

/** When the source is read: `Nov  2 2026` or `08:05:00`. */
function translated(which: 'date' | 'time'): string {
  const [, month = '', day = '', year = '', time = ''] = new Date().toString().split(' ');
  return which === 'time' ? time : `${month} ${day.replace(/^0/, ' ')} ${year}`;
}

/** Of an #if that stands open: whether its part is taken, whether one was, and whether what is around is taken. */
type Open = { taken: boolean; done: boolean; readonly outer: boolean; readonly at: Span; hasElse: boolean };

class Preprocessor {
  readonly #options: TextOptions;
  readonly #report: (d: Diagnostic) => void;
  readonly #macros = new Map<string, Macro>();
  /** What our headers mean by a name, whatever the program makes of it. */
  readonly #ownMacros = new Map<string, Macro>();
  readonly #once = new Set<string>();
  readonly #lexed = new Map<string, readonly Token[]>();
  readonly #expansion: Expansion;
  readonly #out: Token[] = [];
  /** What `#line` said of a source last. */
  readonly #lines = new Map<Source, { readonly by: number; readonly name: string | undefined }>();
  readonly #pushed = new Map<string, (Macro | undefined)[]>();
  #counter = 0;
  #depth = 0;

  constructor(options: TextOptions, report: (d: Diagnostic) => void) {
    this.#options = options;
    this.#report = report;
    this.#expansion = {
      macro: ({ text, own }) => (own ? this.#ownMacros : this.#macros).get(text),
      report,
      special: (which, at) => {
        if (which === 'counter') return String(this.#counter++);
        if (which === 'date' || which === 'time') return JSON.stringify(translated(which));
        const moved = this.#lines.get(at.source);
        if (which === 'line') return String(startOf(at).line + (moved?.by ?? 0));
        return JSON.stringify(moved?.name ?? at.source.path);
      },
    };
    for (const [name, special] of [
      ['__FILE__', 'file'],
      ['__LINE__', 'line'],
      ['__COUNTER__', 'counter'],
      ['__DATE__', 'date'],
      ['__TIME__', 'time'],
    ] as const)
      this.#set({ name, variadic: false, body: [], special }, true);
    for (const d of options.predefined) this.#define(lineOf(d, true));
    for (const d of options.defines) this.#define(lineOf(d, false));
    for (const name of options.undefines) this.#macros.delete(name);
  }

  run(source: Source): readonly Token[] {
    for (const name of this.#options.first) {
      const header = this.#options.header(name, false, source.path);
      if (header && !this.#once.has(plainPath(header.path))) this.#file(header);
    }
    this.#file(source);
    const last = lex({ path: source.path, text: '' }, () => {}, false)[0]!;
    this.#out.push({ ...last, at: { source, from: source.text.length, to: source.text.length } });
    return this.#out;
  }

  #file(source: Source): void {
    const known = this.#lexed.get(source.path);
    const tokens = known ?? lex(source, this.#report, this.#options.isLibrary(source.path));
    this.#lexed.set(source.path, tokens);
    const open: Open[] = [];
    const feed = feedOf(tokens);
    for (let t = feed.next(); t.kind !== 'end'; t = feed.next()) {
      if (t.first && t.text === '#' && t.kind === 'punct') this.#directive(restOfLine(feed), t, open, source);
      else if (open.at(-1)?.taken === false) skipLine(feed);
      else if (!expand(t, feed, this.#expansion)) this.#put(t, feed);
    }
    for (const o of open) this.#report(directive('this condition has no `#endif`', o.at));
  }

  #put(t: Token, feed: Feed): void {
    if (t.text === '_Pragma' && feed.peek().text === '(') {
      for (let n = feed.next(); n.text !== ')' && n.kind !== 'end'; n = feed.next());
      return;
    }
    this.#out.push(t);
  }

  #directive(line: readonly Token[], hash: Token, open: Open[], source: Source): void {
    const [word, ...rest] = line;
    if (!word) return;
    const current = open.at(-1);
    const taken = current?.taken !== false;
    switch (word.text) {
      case 'if':
      case 'ifdef':
      case 'ifndef': {
        const yes = taken && this.#condition(word, rest);
        open.push({ taken: yes, done: yes, outer: taken, at: word.at, hasElse: false });
        return;
      }
      case 'elif':
      case 'elifdef':
      case 'elifndef':
      case 'else':
        this.#otherwise(word, rest, current);
        return;
      case 'endif':
        if (!open.pop()) this.#report(directive('this `#endif` belongs to no condition', word.at));
        return;
    }
    if (taken) this.#effective(word, rest, hash, source);
  }

  #otherwise(word: Token, rest: readonly Token[], current: Open | undefined): void {
    if (!current || current.hasElse) {
      this.#report(directive(`this \`#${word.text}\` belongs to no condition`, word.at));
      return;
    }
    const asks = word.text !== 'else';
    current.hasElse = !asks;
    current.taken = current.outer && !current.done && (!asks || this.#condition(word, rest));
    if (current.taken) current.done = true;
  }

  #effective(word: Token, rest: readonly Token[], hash: Token, source: Source): void {
    const text = (): string => rest.map((t, i) => (i > 0 && t.spaced ? ' ' : '') + t.text).join('');
    switch (word.text) {
      case 'define':
        this.#define(rest);
        return;
      case 'undef':
        if (rest[0]) this.#macros.delete(rest[0].text);
        if (rest[0]?.own) this.#ownMacros.delete(rest[0].text);
        return;
      case 'include':
      case 'include_next':
      case 'import':
        this.#include(word, rest, source);
        return;
      case 'error':
        this.#report(directiveError(text(), word.at));
        return;
      case 'warning':
        this.#report(directiveWarning(text(), word.at));
        return;
      case 'pragma':
        if (rest[0]?.text === 'once') this.#once.add(plainPath(source.path));
        else if (rest[0]?.text.endsWith('_macro') && rest[2]) this.#keep(rest[0].text, rest[2].text.slice(1, -1));
        else if (rest[0]?.text === 'pack')
          this.#out.push({ ...hash, kind: 'punct', text: '#pack' }, ...expandAll(rest, this.#expansion), {
            ...hash,
            kind: 'punct',
            text: '#end',
          });
        return;
      case 'line':
        this.#line(word, rest, source);
        return;
      case 'ident':
      case 'sccs':
      case 'assert':
        return;
    }
    if (word.kind !== 'number') this.#report(directive(`there is no directive \`#${word.text}\``, word.at));
  }

  /** #line 12 "name": the next line has that number. */
  #line(word: Token, rest: readonly Token[], source: Source): void {
    const [number, name] = expandAll(rest, this.#expansion);
    if (number?.kind !== 'number') return;
    const by = Number(number.text) - startOf(word.at).line - 1;
    this.#lines.set(source, {
      by,
      name: name?.kind === 'string' ? name.text.slice(1, -1) : this.#lines.get(source)?.name,
    });
  }

  #keep(which: string, name: string): void {
    const stack = this.#pushed.get(name) ?? [];
    this.#pushed.set(name, stack);
    if (which === 'push_macro') stack.push(this.#macros.get(name));
    else {
      const macro = stack.pop();
      if (macro) this.#macros.set(name, macro);
      else this.#macros.delete(name);
    }
  }

  #condition(word: Token, rest: readonly Token[]): boolean {
    if (word.text.endsWith('def')) {
      const [first] = rest;
      if (first?.kind !== 'name') {
        this.#report(directive(`\`#${word.text}\` needs a name`, word.at));
        return false;
      }
      return this.#isDefined(first.text) !== word.text.endsWith('ndef');
    }
    if (rest.length === 0) {
      this.#report(directive(`\`#${word.text}\` needs a condition`, word.at));
      return false;
    }
    return conditionValue(expandAll(this.#answered(rest.map(asked)), this.#expansion), word, this.#report);
  }

  #isDefined(name: string): boolean {
    return this.#macros.has(name) || name === '__has_include';
  }

  /** With `defined X` and `__has_include(…)` as numbers. */
  #answered(tokens: readonly Token[]): Token[] {
    const out: Token[] = [];
    for (let i = 0; i < tokens.length; i++) {
      const t = tokens[i]!;
      const number = (yes: boolean): Token => ({ ...t, kind: 'number', text: yes ? '1' : '0' });
      if (t.text === 'defined') {
        const inside = tokens[i + 1]?.text === '(';
        const name = tokens[i + (inside ? 2 : 1)];
        out.push(number(name !== undefined && this.#isDefined(name.text)));
        i += inside ? 3 : 1;
      } else if (t.text === '__has_include' && tokens[i + 1]?.text === '(') {
        const close = tokens.findIndex((c, k) => k > i && c.text === ')');
        const name = headerName(tokens.slice(i + 2, close < 0 ? undefined : close));
        out.push(
          number(name !== undefined && this.#options.header(name.name, name.quoted, t.at.source.path) !== undefined),
        );
        i = close < 0 ? tokens.length : close;
      } else if (
        /^__has_(?:builtin|feature|attribute|cpp_attribute|extension)$/.test(t.text) &&
        tokens[i + 1]?.text === '('
      ) {
        out.push(number(false));
        const close = tokens.findIndex((c, k) => k > i && c.text === ')');
        i = close < 0 ? tokens.length : close;
      } else out.push(t);
    }
    return out;
  }

  #define(line: readonly Token[]): void {
    const [name, open] = line;
    if (name?.kind !== 'name') {
      if (name) this.#report(directive('a macro needs a name', name.at));
      return;
    }
    if (open?.text !== '(' || open.spaced) {
      this.#set({ name: name.text, variadic: false, body: line.slice(1) }, name.own);
      return;
    }
    const close = line.findIndex((t) => t.text === ')');
    if (close < 0) {
      this.#report(directive(`the parameters of macro \`${name.text}\` have no end`, name.at));
      return;
    }
    const params: string[] = [];
    let variadic = false;
    for (const t of line.slice(2, close)) {
      if (t.text === '...') {
        variadic = true;
        if (params.length === 0 || line[line.indexOf(t) - 1]?.text === ',') params.push('__VA_ARGS__');
      } else if (t.kind === 'name') params.push(t.text);
    }
    this.#set({ name: name.text, params, variadic, body: line.slice(close + 1) }, name.own);
  }

  #set(macro: Macro, own: boolean): void {
    this.#macros.set(macro.name, macro);
    if (own) this.#ownMacros.set(macro.name, macro);
  }

  #include(word: Token, rest: readonly Token[], source: Source): void {
    const name = headerName(rest) ?? headerName(expandAll(rest, this.#expansion));
    if (!name) {
      this.#report(directive(`\`#${word.text}\` needs a file`, word.at));
      return;
    }
    const found = this.#options.header(name.name, name.quoted, source.path, word.text === 'include_next');
    if (!found) {
      this.#report(noHeader(name.name, rest[0]?.at ?? word.at));
      return;
    }
    if (this.#once.has(plainPath(found.path))) return;
    if (this.#depth >= deepest) {
      this.#report(directive('files include each other without an end', word.at));
      return;
    }
    this.#depth++;
    this.#file(found);
    this.#depth--;
  }
}

/** Without `.` and `folder/..`: a file has one such path, whichever way its names were put together. */
function plainPath(path: string): string {
  const parts: string[] = [];
  for (const [i, part] of path.split('/').entries()) {
    const last = parts.at(-1);
    if (part === '..' && last !== undefined && last !== '..' && last !== '') parts.pop();
    else if (i === 0 || (part !== '.' && part !== '')) parts.push(part);
  }
  return parts[0] === '.' ? parts.slice(1).join('/') : parts.join('/');
}

/** `NAME` or `NAME=VALUE`, as what stands behind `#define`. */
function lineOf(define: string, own: boolean): readonly Token[] {
  const [name = '', ...value] = define.split('=');
  const text = `${name} ${define.includes('=') ? value.join('=') : '1'}`;
  return lex({ path: '', text }, () => {}, own).slice(0, -1);
}

/** Conditions of our headers ask for what the program has defined. */
const asked = (t: Token): Token => (t.own ? { ...t, own: false } : t);

function headerName(tokens: readonly Token[]): { readonly name: string; readonly quoted: boolean } | undefined {
  const [first] = tokens;
  if (first?.kind === 'string') return { name: first.text.slice(1, -1), quoted: true };
  if (first?.text !== '<') return undefined;
  const close = tokens.findIndex((t) => t.text === '>');
  if (close < 0) return undefined;
  const { source, to } = first.at;
  const last = tokens[close]!.at;
  if (last.source === source && last.from > to) return { name: source.text.slice(to, last.from).trim(), quoted: false };
  return {
    name: tokens
      .slice(1, close)
      .map((t) => t.text)
      .join(''),
    quoted: false,
  };
}

function restOfLine(feed: Feed): Token[] {
  const line: Token[] = [];
  while (!feed.peek().first && feed.peek().kind !== 'end') line.push(feed.next());
  return line;
}

function skipLine(feed: Feed): void {
  while (!feed.peek().first && feed.peek().kind !== 'end') feed.next();
}
