/** Which warnings are shown: what the command line says, and what the sources say in comments `!cuf$ nowarn(code)`. */
import type { Diagnostic } from '../base/diagnostic.ts';
import { lineText, type Source, startOf } from '../base/source.ts';
import type { WarningChoice } from './options.ts';

/** Errors stay; a warning may be dropped, or become an error. */
export function chooseWarnings(diagnostics: readonly Diagnostic[], choice: WarningChoice): Diagnostic[] {
  return diagnostics.flatMap((d) => {
    if (d.severity === 'error') return [d];
    if (!isShown(d, choice) || isSilenced(d)) return [];
    const fatal = choice.errors === 'all' ? d.severity === 'warning' : choice.errors.includes(d.code);
    return [fatal ? { ...d, severity: 'error', notes: [...(d.notes ?? []), 'an error because of -Werror'] } : d];
  });
}

function isShown(d: Diagnostic, choice: WarningChoice): boolean {
  if (!choice.shown || choice.off.includes(d.code)) return false;
  if (d.severity === 'warning') return true;
  return choice.remarks || choice.on.includes(d.code) || (choice.errors !== 'all' && choice.errors.includes(d.code));
}

/** In the line itself, in a comment line right above it, or for the whole file. */
function isSilenced(d: Diagnostic): boolean {
  const at = d.labels[0]?.at;
  if (!at || at.source.path === '') return false;
  const own = directivesOf(at.source);
  if (own.length === 0) return false;
  const { line } = startOf(at);
  return own.some(
    (w) => (w.codes === undefined || w.codes.includes(d.code)) && (w.file || w.line === line || w.above === line),
  );
}

type Directive = {
  readonly line: number;
  /** Of a comment that stands alone: the line it speaks of. */
  readonly above: number | undefined;
  readonly file: boolean;
  /** Undefined: all warnings. */
  readonly codes: readonly string[] | undefined;
};

const known = new WeakMap<Source, readonly Directive[]>();
const form = /!cuf\$\s*nowarn(\s+file)?\s*(?:\(([^)]*)\))?\s*$/i;

function directivesOf(source: Source): readonly Directive[] {
  const before = known.get(source);
  if (before) return before;
  const lines = /!cuf\$\s*nowarn/i.test(source.text) ? source.text.split('\n') : [];
  const found = lines.flatMap((text, i): Directive[] => {
    const mark = form.exec(text.trimEnd());
    if (!mark) return [];
    const alone = /^\s*!/.test(text);
    const codes = mark[2]?.split(',').map((c) => c.trim().toLowerCase());
    return [
      {
        line: i + 1,
        above: alone ? nextStatement(source, i + 2, lines.length) : undefined,
        file: mark[1] !== undefined,
        codes,
      },
    ];
  });
  known.set(source, found);
  return found;
}

function nextStatement(source: Source, from: number, last: number): number {
  let line = from;
  while (line < last && /^\s*(?:!|$)/.test(lineText(source, line))) line++;
  return line;
}
