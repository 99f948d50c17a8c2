/**
 * Text to syntax tree: preprocess, cook, then parse statement by statement and put the statements together.
 * Never throws for what a text says: every mistake is a diagnostic, and the tree holds what could be understood.
 */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import { type Source, type Span, span } from '../../../base/source.ts';
import { cook } from '../cook.ts';
import type { Cooked, Escapes, Offloading } from '../cook-statements.ts';
import type { Form, MappedText } from '../cook-text.ts';
import * as errors from '../errors/syntax.ts';
import { sourceLines } from '../line-markers.ts';
import { predefinedMacros } from '../predefined-macros.ts';
import { preprocess } from '../preprocess.ts';
import type * as tree from '../tree.ts';
import { type Depth, deepDepth, usualDepth } from './cursor.ts';
import type { Line } from './lines.ts';
import { parseLine } from './parse-line.ts';
import { Stream } from './stream.ts';
import { programUnits } from './units.ts';

export type ParseOptions = {
  /** By default the file's suffix tells. */
  readonly form?: Form;
  /** Whether CUDA Fortran is on: its sentinels, its attributes, `_CUDA`. */
  readonly cuda: boolean;
  readonly preprocess: boolean;
  /** `NAME`, `NAME=VALUE`. */
  readonly defines: readonly string[];
  readonly undefines: readonly string[];
  readonly includePaths: readonly string[];
  readonly readFile: (path: string) => string | undefined;
  /** What a backslash in characters begins (the driver's option); `c` by default. */
  readonly escapes?: Escapes;
  /** -mp: OpenMP's conditional lines are part of the program, and `_OPENMP` is defined. */
  readonly openmp?: boolean;
  /** -acc: `_OPENACC` is defined. */
  readonly offload?: readonly Offloading[];
  /** Whose directives are read; those of others are comments. */
  readonly directives?: readonly ('acc' | 'omp')[];
  /** -Mdlines: lines of fixed form that begin with D are statements. */
  readonly debugLines?: boolean;
  /** The stack is large: what is nested deeply is read too. */
  readonly deep?: boolean;
  /** -Mextend: lines of fixed form reach to column 132. */
  readonly extend?: boolean;
};

export type Parsed = {
  readonly file: tree.File;
  readonly diagnostics: Diagnostic[];
  /** Whether it was read as CUDA Fortran: asked for, or told as the mistake. */
  readonly cuda: boolean;
};

const mostErrors = 100;

export function parseFile(source: Source, options: ParseOptions): Parsed {
  const form = options.form ?? formOf(source.path);
  const asked = readLines(source, form, options, false);
  const unasked = asked.diagnostics.filter((d, n, all) => isMeant(d) && all.findIndex((o) => o.code === d.code) === n);
  const lacks = new Set(unasked.map((d) => d.code));
  const meant: ParseOptions = {
    ...options,
    ...(lacks.has(plainFile) && { preprocess: true }),
    ...(lacks.has(plainFortran) && { cuda: true }),
  };
  const first = lacks.size > 0 ? readLines(source, form, meant, false) : asked;
  const plain = withPlainBackslashes(source, form, meant, first);
  const once = plain ?? first;
  const how = plain ? { ...meant, escapes: 'none' as const } : meant;
  const read = once.seen.structures ? readLines(source, form, how, true) : once;
  for (const d of unasked) if (!read.diagnostics.some((o) => o.code === d.code)) read.report(d);
  if (plain) read.report(errors.plainBackslash(shownBy(first.diagnostics, source)));
  const stream = new Stream(read.lines, endOf(source), read.report, depthOf(options).nested);
  const units = programUnits(stream);
  const file: tree.File = {
    kind: 'file',
    span: span(source, 0, source.text.length),
    source,
    units,
    typesWithParameters: read.seen.typesWithParameters,
    labels: read.seen.labels,
  };
  return { file, diagnostics: inOrder(read.diagnostics, source), cuda: meant.cuda };
}

const plainFortran = 'needs-cuda-fortran';
const plainFile = 'unexpected-preprocessor-line';

/** A file that needs CUDA Fortran or the preprocessor is read as such: that it is off is one mistake, which hides no others and causes none. */
function isMeant({ code }: Diagnostic): boolean {
  return code === plainFortran || code === plainFile;
}

/** Each statement is parsed as it is cooked. `dots`: there are structures of DEC, so that a dot may lead to a component. */
function readLines(source: Source, form: Form, options: ParseOptions, dots: boolean) {
  const diagnostics: Diagnostic[] = [];
  const report = limited(diagnostics, source);
  const seen = { typesWithParameters: false, labels: false, structures: false };
  const lines: Line[] = [];
  const before = () => lines.at(-1);
  const how = { cuda: options.cuda, fixed: form === 'fixed', dots, seen, report, depth: depthOf(options), before };
  eachStatement(source, form, options, report, (cooked) => {
    if (mayBeStructure(cooked.text) && structure.test(cooked.text)) seen.structures = true;
    const line = parseLine(cooked, how);
    if (!line) return;
    if (line.label || line.kind === 'either') seen.labels = true;
    lines.push(line);
  });
  return { lines, seen, diagnostics, report };
}

/**
 * A file that has mistakes with escapes and fewer without them was written for compilers that have none (nvfortran
 * takes it with -Mbackslash alone), and is read so as a whole.
 */
function withPlainBackslashes(source: Source, form: Form, options: ParseOptions, read: Lines): Lines | undefined {
  if (options.escapes === 'none' || !read.diagnostics.some(mayBeEscape)) return undefined;
  if (!source.text.includes('\\')) return undefined;
  const plain = readLines(source, form, { ...options, escapes: 'none' }, false);
  return mistakes(plain.diagnostics) < mistakes(read.diagnostics) ? plain : undefined;
}

function mistakes(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.filter(mayBeEscape).length;
}

function mayBeEscape({ severity, code }: Diagnostic): boolean {
  return severity === 'error' || code === 'plain-backslash';
}

/** The backslash that shows it: where the cooking found one, or the last one before the first mistake. */
function shownBy(diagnostics: readonly Diagnostic[], source: Source): Span {
  const found = diagnostics.find((d) => d.code === 'plain-backslash') ?? diagnostics.find(mayBeEscape)!;
  const at = found.labels[0]!.at;
  const place = at.source === source ? source.text.lastIndexOf('\\', at.to) : -1;
  return place < 0 ? at : span(source, place, place + 1);
}

type Lines = ReturnType<typeof readLines>;

function depthOf(options: ParseOptions): Depth {
  return options.deep === true ? deepDepth : usualDepth;
}

/** By its first character. */
function mayBeStructure(text: string): boolean {
  const first = text.charCodeAt(0);
  return first <= 32 || first > 126 || first === 115 || first === 83 || first === 114 || first === 82;
}

const structure = /^\s*(?:structure|record)\s*\/\s*\w+\s*\//i;

/** Preprocessed and cooked, as `--show tokens` needs it too. */
export function eachStatement(
  source: Source,
  form: Form,
  options: ParseOptions,
  report: (diagnostic: Diagnostic) => void,
  take: (statement: Cooked) => void,
): void {
  const { cuda, includePaths, readFile } = options;
  const lines = options.preprocess ? preprocessed(source, form, options, report) : sourceLines(source, readFile);
  const more = {
    escapes: options.escapes ?? 'c',
    openmp: options.openmp === true,
    ...(options.directives && { directives: options.directives }),
    ...(options.extend && { lastColumn: 132 }),
    ...(options.debugLines && { debugLines: true }),
  };
  cook(lines, form, { cuda, includePaths, readFile, report, ...more }, take);
}

function macrosOf({ cuda, openmp = false, offload = [] }: ParseOptions): Parameters<typeof predefinedMacros>[0] {
  return { cuda, openmp, openacc: offload.includes('openacc') };
}

/** With the macros of the command line and those that are always there. */
export function preprocessed(
  source: Source,
  form: Form,
  options: ParseOptions,
  report: (diagnostic: Diagnostic) => void,
): readonly MappedText[] {
  const { includePaths, readFile, undefines } = options;
  const defines = [...predefinedMacros(macrosOf(options)), ...options.defines];
  return preprocess(source, { form, defines, undefines, includePaths, readFile, report });
}

export function formOf(path: string): Form {
  return /\.(?:f|for|ftn)$/i.test(path) ? 'fixed' : 'free';
}

function limited(diagnostics: Diagnostic[], source: Source): (diagnostic: Diagnostic) => void {
  return (diagnostic) => {
    if (diagnostics.length < mostErrors) diagnostics.push(diagnostic);
    else if (diagnostics.length === mostErrors) {
      diagnostics.push(errors.tooManyErrors(diagnostic.labels[0]?.at ?? endOf(source)));
    }
  };
}

/** As they stand in the file; those of included files where they came up. */
function inOrder(diagnostics: readonly Diagnostic[], source: Source): Diagnostic[] {
  const place = (d: Diagnostic) => {
    const at = d.labels[0]?.at;
    return at?.source === source ? at.from : -1;
  };
  const own = diagnostics.filter((d) => place(d) >= 0).sort((a, b) => place(a) - place(b));
  return [...diagnostics.filter((d) => place(d) < 0), ...own];
}

function endOf(source: Source): Span {
  const end = source.text.trimEnd().length;
  return span(source, end, end);
}
