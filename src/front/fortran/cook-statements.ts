/** What both forms of source share: where cooked statements go, and include files. */
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Source, Span } from '../../base/source.ts';
import { linesOf, type MappedText, placeIn } from './cook-text.ts';
import * as errors from './errors/syntax.ts';

/** One statement, or one directive: `cuf` for `!$cuf`, `dir` for `!dir$`, `acc` and `omp` for `!$acc` and `!$omp` (the text is what follows the sentinel). */
export type Cooked = MappedText & {
  readonly sentinel: Sentinel;
  readonly label: CookedLabel | undefined;
  /** A mistake in this statement is reported already. */
  readonly broken: boolean;
  /** `none` also where escapes would leave a literal without an end. */
  readonly escapes: Escapes;
};
export type CookedLabel = { readonly value: number; readonly from: number; readonly to: number };
export type Sentinel = '' | 'cuf' | 'dir' | 'acc' | 'omp';
export type Offloading = 'openacc' | 'openmp';

/** What a backslash in characters begins. `c`: n, t, v, b, r, f and octal codes, as nvfortran has them; `gnu`: a, hexadecimal codes and those of ISO 10646 too; `none`: it is an ordinary character. */
export type Escapes = 'none' | 'c' | 'gnu';

export type CookOptions = {
  readonly cuda: boolean;
  readonly includePaths: readonly string[];
  /** A backslash in characters may stand before a quote that does not end them. */
  readonly escapes: Escapes;
  /** -mp: lines that begin with OpenMP's `!$` are part of the program. */
  readonly openmp?: boolean;
  /** Whose directives are read; those of others are comments. With `acc`, lines that begin with `!@acc` are statements. */
  readonly directives?: readonly ('acc' | 'omp')[];
  /** Of fixed form: a D in the first column counts as blank; else it begins a comment. */
  readonly debugLines?: boolean;
  /** Of fixed form: 72 by default. */
  readonly lastColumn?: number;
  readonly readFile: (path: string) => string | undefined;
  readonly report: (diagnostic: Diagnostic) => void;
};

/** Reads lines of one form into statements. */
export type Reader = (lines: Iterable<MappedText>, cooking: Cooking) => void;

const deepestInclude = 50;
const label = /^[ \t]*(\d[\d \t]*?)(?:[ \t]+|(?=[a-zA-Z]))(?=\S)/;
const labelAlone = /^[ \t]*(\d+)[ \t]*$/;

export class Cooking {
  readonly options: CookOptions;
  private readonly take: (statement: Cooked) => void;
  private readonly read: Reader;
  private depth = 0;
  private hashReported = false;
  private unknownReported = false;
  constructor(options: CookOptions, read: Reader, take: (statement: Cooked) => void) {
    this.take = take;
    this.options = options;
    this.read = read;
  }

  finish(mapped: MappedText, sentinel: Sentinel, broken: boolean, escapes: Escapes): void {
    if (!startsWithInk(mapped.text) && /^\s*$/.test(mapped.text)) return;
    const found = sentinel === '' ? labelOf(mapped.text) : undefined;
    this.take({ text: mapped.text, pieces: mapped.pieces, sentinel, label: found, broken, escapes });
  }

  plainBackslash(line: MappedText, at: number): void {
    this.options.report(errors.plainBackslash(placeIn(line, at, at + 1)));
  }

  /** A backslash in characters, before a letter that makes no escape of it: said once. */
  backslash(line: MappedText, at: number): void {
    if (this.unknownReported || this.options.escapes !== 'c') return;
    const next = line.text.charAt(at + 1);
    if (!/[ac-eg-mo-qsuw-zA-Z]/.test(next)) return;
    this.unknownReported = true;
    this.options.report(errors.unknownEscape(next, placeIn(line, at, at + 2)));
  }

  /** A line for a preprocessor that does not run: said once. Line markers of one that ran are fine. */
  hashLine(line: MappedText): void {
    if (this.hashReported || /^\s*#\s*\d/.test(line.text)) return;
    this.hashReported = true;
    const start = line.text.search(/\S/);
    const word = line.text.slice(start).split(/\s/)[0]!;
    this.options.report(errors.preprocessorLineInPlainFile(word, placeIn(line, start, line.text.length)));
  }

  /** Whether the line is an `include` line; if so, its file is cooked here. */
  include(line: MappedText): boolean {
    const match = includeLine.exec(line.text);
    if (!match) return false;
    const name = match[3]!;
    const from = match[1]!.length;
    const at = placeIn(line, from, from + name.length + 2);
    if (this.depth >= deepestInclude) this.options.report(errors.includeTooDeep(name, at));
    else this.includeFile(name, at);
    return true;
  }

  private includeFile(name: string, at: Span): void {
    const source = findInclude(name, at.source, this.options);
    if (!source) {
      this.options.report(errors.includeNotFound(name, this.options.includePaths, at));
      return;
    }
    this.depth++;
    this.read(linesOf(source), this);
    this.depth--;
  }
}

const includeLine = /^(\s*include\s*)(['"])([^'"]+)\2\s*(?:!.*)?$/i;

function startsWithInk(text: string): boolean {
  const c = text.charCodeAt(0);
  return c > 32 && c < 127;
}

function labelOf(text: string): CookedLabel | undefined {
  const c = text.charCodeAt(0);
  if (startsWithInk(text) && (c < 48 || c > 57)) return undefined;
  const match = label.exec(text) ?? labelAlone.exec(text);
  if (!match) return undefined;
  const from = match[0].indexOf(match[1]!);
  return { value: Number(match[1]!.replace(/\s/g, '')), from, to: from + match[1]!.length };
}

/** Looks beside the file that includes, then along the include paths. */
export function findInclude(
  name: string,
  from: Source,
  options: Pick<CookOptions, 'includePaths' | 'readFile'>,
): Source | undefined {
  const file = name.trimEnd();
  const slash = from.path.lastIndexOf('/');
  const beside = slash < 0 ? file : `${from.path.slice(0, slash + 1)}${file}`;
  const paths = file.startsWith('/') ? [file] : [beside, ...options.includePaths.map((p) => `${p}/${file}`)];
  for (const path of paths) {
    const text = options.readFile(path);
    if (text !== undefined) return { path, text };
  }
  return undefined;
}
