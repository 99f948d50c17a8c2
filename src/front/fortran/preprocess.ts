/**
 * The C preprocessor as Fortran compilers run it: directives and macros, while quotes, `//` and comments of Fortran
 * survive. Lines come out with their places in the sources.
 */
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Source, Span } from '../../base/source.ts';
import { findInclude } from './cook-statements.ts';
import { type MappedText, placeIn, TextBuilder } from './cook-text.ts';
import * as errors from './errors/syntax.ts';
import { sourceLines } from './line-markers.ts';
import { evaluate } from './preprocess-expression.ts';
import { expandLine, expandText, type Macro, type Macros, opensArguments, parseDefine } from './preprocess-macro.ts';

export type PreprocessOptions = {
  readonly form: 'free' | 'fixed';
  /** `NAME`, `NAME=VALUE`, `NAME(ARGS)=VALUE`. */
  readonly defines: readonly string[];
  readonly undefines: readonly string[];
  readonly includePaths: readonly string[];
  readonly readFile: (path: string) => string | undefined;
  readonly report: (diagnostic: Diagnostic) => void;
};

export function preprocess(source: Source, options: PreprocessOptions): MappedText[] {
  const macros: Macros = new Map();
  for (const define of options.defines) addCommandLineDefine(macros, define);
  for (const name of options.undefines) macros.delete(name);
  const out: MappedText[] = [];
  new Preprocessor(options, macros, out, 0).source(source);
  return out;
}

function addCommandLineDefine(macros: Macros, define: string): void {
  const equals = define.indexOf('=');
  const text = equals < 0 ? `${define} 1` : `${define.slice(0, equals)} ${define.slice(equals + 1)}`;
  const macro = parseDefine(text);
  if (macro) macros.set(macro.name, macro);
}

const deepestInclude = 50;
const fixedComment = /^[cC*](?![$@])/;
const directive = /^\s*#\s*(?:([A-Za-z_]+)\b)?/;

/** One `#if` that is open. `taken`: a branch was chosen already. */
type Conditional = { readonly at: Span; readonly outer: boolean; taken: boolean; seenElse: boolean };

class Preprocessor {
  private readonly options: PreprocessOptions;
  private readonly macros: Macros;
  private readonly out: MappedText[];
  private readonly depth: number;
  private readonly open: Conditional[] = [];
  private active = true;
  private inComment = false;
  private quote = '';

  constructor(options: PreprocessOptions, macros: Macros, out: MappedText[], depth: number) {
    this.options = options;
    this.macros = macros;
    this.out = out;
    this.depth = depth;
  }

  source(source: Source): void {
    const lines = [...sourceLines(source, this.options.readFile)];
    for (let i = 0; i < lines.length; i++) {
      const line = this.afterComment(lines[i]!);
      if (!line) continue;
      const match = line.text.includes('#') ? directive.exec(line.text) : null;
      if (match) i = this.directive(lines, i, (match[1] ?? '').toLowerCase());
      else if (this.active) {
        const { whole, last } = this.withArguments(lines, i, line);
        i = last;
        if (this.textLine(whole, i + 1)) this.inComment = true;
      }
    }
    for (const conditional of this.open) this.options.report(errors.unterminatedIf(conditional.at));
  }

  /** The line, with those that it goes on in while a macro's arguments are open. */
  private withArguments(
    lines: readonly MappedText[],
    i: number,
    line: MappedText,
  ): { whole: MappedText; last: number } {
    let whole = line;
    let last = i;
    for (; opensArguments(whole.text, this.macros) && last + 1 < lines.length; last++) {
      const end = (this.options.form === 'fixed' ? /\\$/ : /(?:&|\\)\s*$/).exec(whole.text)?.index;
      if (end === undefined) break;
      const next = withoutComments(lines[last + 1]!);
      const from = whole.text.charAt(end) === '&' ? /^\s*&/.exec(next.text)?.[0].length : undefined;
      const joined = new TextBuilder();
      whole = withoutComments(whole);
      joined.append(whole, 0, whole.text.trimEnd().length - 1);
      if (from === undefined) joined.appendOwn(' ');
      joined.append(next, from ?? 0, next.text.length);
      whole = joined.take();
    }
    return { whole, last };
  }

  /** What follows a comment of C that was open, or that the line begins with; nothing where there is only the comment. */
  private afterComment(line: MappedText): MappedText | undefined {
    const { text } = line;
    if (!this.inComment && !/^\s*\/\*/.test(text)) return line;
    const end = text.indexOf('*/', this.inComment ? 0 : text.indexOf('/*') + 2);
    this.inComment = end < 0;
    if (end < 0 || text.slice(end + 2).trim() === '') return undefined;
    const rest = new TextBuilder();
    rest.append(line, end + 2, text.length);
    return rest.take();
  }

  /** Whether a comment of C goes on after the line. */
  private textLine(line: MappedText, number: number): boolean {
    if (this.options.form === 'fixed' && fixedComment.test(line.text)) {
      this.out.push(line);
      return false;
    }
    const expanded = expandLine(line, this.macros, number, this.quote);
    this.quote = expanded.quote;
    if (expanded.tooLong) {
      this.options.report(errors.macroTooLong(placeIn(line, 0, line.text.length)));
    }
    this.out.push(expanded.line);
    return expanded.opensComment;
  }

  /** Runs the directive that begins in line `i`; gives the index of its last line. */
  private directive(lines: readonly MappedText[], i: number, word: string): number {
    const first = lines[i]!;
    let text = first.text;
    let last = i;
    while (text.endsWith('\\') && last + 1 < lines.length) text = text.slice(0, -1) + lines[++last]!.text;
    const start = first.text.search(/\S/);
    const at = placeIn(first, start, first.text.length);
    const rest = text.replace(directive, '').trim();
    this.run(word, rest, at, i + 1);
    return last;
  }

  private run(word: string, rest: string, at: Span, line: number): void {
    if (this.conditional(word, rest, at, line) || !this.active) return;
    if (word === 'define') this.define(rest, at);
    else if (word === 'undef') this.macros.delete(rest.split(/\s/)[0]!);
    else if (word === 'include') this.include(rest, at);
    else if (word === 'error') this.options.report(errors.errorDirective(rest, at));
    else if (word === 'warning') this.options.report(errors.warningDirective(rest, at));
    else if (!['line', 'pragma', 'ident', ''].includes(word)) this.options.report(errors.unknownDirective(word, at));
  }

  private conditional(word: string, rest: string, at: Span, line: number): boolean {
    if (word === 'if') this.begin(() => this.condition(rest, at, line), at);
    else if (word === 'ifdef') this.begin(() => this.macros.has(nameIn(rest)), at);
    else if (word === 'ifndef') this.begin(() => !this.macros.has(nameIn(rest)), at);
    else if (word === 'elif') this.next(() => this.condition(rest, at, line), at, 'elif');
    else if (word === 'else') this.next(() => true, at, 'else');
    else if (word === 'endif') this.finish(at);
    else return false;
    return true;
  }

  private begin(condition: () => boolean, at: Span): void {
    const outer = this.active;
    this.active = outer && condition();
    this.open.push({ at, outer, taken: this.active, seenElse: false });
  }

  private next(condition: () => boolean, at: Span, word: 'elif' | 'else'): void {
    const conditional = this.open.at(-1);
    if (!conditional) {
      this.options.report(errors.directiveWithoutIf(word, at));
      return;
    }
    if (conditional.seenElse) {
      this.options.report(errors.directiveAfterElse(word, at, conditional.at));
      return;
    }
    conditional.seenElse = word === 'else';
    this.active = conditional.outer && !conditional.taken && condition();
    if (this.active) conditional.taken = true;
  }

  private finish(at: Span): void {
    const conditional = this.open.pop();
    if (!conditional) {
      this.options.report(errors.directiveWithoutIf('endif', at));
      return;
    }
    this.active = conditional.outer;
  }

  private condition(text: string, at: Span, line: number): boolean {
    const known = text.replace(/\bdefined\s*(?:\(\s*(\w+)\s*\)|(\w+))/g, (_all, a: string | undefined, b: string) =>
      this.macros.has(a ?? b) ? '1' : '0',
    );
    const value = evaluate(expandText(known, this.macros, line, at.source.path));
    if (value !== undefined) return value !== 0;
    this.options.report(errors.badCondition(text, at));
    return false;
  }

  private define(text: string, at: Span): void {
    const macro: Macro | undefined = parseDefine(text);
    if (macro) this.macros.set(macro.name, macro);
    else this.options.report(errors.badDefine(at));
  }

  private include(rest: string, at: Span): void {
    const expanded = /^["<]/.test(rest) ? rest : expandText(rest, this.macros, 0, at.source.path).trim();
    const match = /^(?:"([^"]+)"|<([^>]+)>|'([^']+)')/.exec(expanded);
    const name = match?.[1] ?? match?.[2] ?? match?.[3];
    if (!name) {
      this.options.report(errors.badInclude(at));
      return;
    }
    if (this.depth >= deepestInclude) {
      this.options.report(errors.includeTooDeep(name, at));
      return;
    }
    const source = findInclude(name, at.source, this.options);
    if (!source) {
      this.options.report(errors.includeNotFound(name, this.options.includePaths, at));
      return;
    }
    new Preprocessor(this.options, this.macros, this.out, this.depth + 1).source(source);
  }
}

/** Comments of C that end in the line. */
function withoutComments(line: MappedText): MappedText {
  const comments = line.text.includes('/*') ? [...line.text.matchAll(/\/\*.*?\*\//g)] : [];
  if (comments.length === 0) return line;
  const rest = new TextBuilder();
  let done = 0;
  for (const c of comments) {
    rest.append(line, done, c.index);
    done = c.index + c[0].length;
  }
  rest.append(line, done, line.text.length);
  return rest.take();
}

function nameIn(text: string): string {
  return /^\w+/.exec(text)?.[0] ?? '';
}
