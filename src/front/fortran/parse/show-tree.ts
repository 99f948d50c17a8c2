/** Listings for `--show tokens` and `--show tree`. */
import { placeOf, type Source } from '../../../base/source.ts';
import type * as tree from '../tree.ts';
import { eachStatement, formOf, type ParseOptions } from './parse-file.ts';
import { tokensWithPlaces } from './parse-line.ts';

/** A statement a block, a token a line: its place, its kind, its text. */
export function showTokens(source: Source, options: ParseOptions): string {
  const form = options.form ?? formOf(source.path);
  const blocks: string[] = [];
  eachStatement(
    source,
    form,
    options,
    () => {},
    (cooked) => {
      const label = cooked.label ? [`label ${cooked.label.value}`] : [];
      const sentinel = cooked.sentinel === '' ? [] : [`directive ${cooked.sentinel}`];
      const tokens = tokensWithPlaces(cooked).map(
        ({ token, at }) =>
          `${placeOf(at)} ${token.kind} ${JSON.stringify(token.text)}${token.suffix && ` kind ${token.suffix}`}`,
      );
      blocks.push([...sentinel, ...label, ...tokens].join('\n'));
    },
  );
  return `${blocks.join('\n\n')}\n`;
}

export function showTree(file: tree.File): string {
  const out: string[] = [];
  for (const unit of file.units) show(unit, '', '', out);
  return out.length === 0 ? '' : `${out.join('\n')}\n`;
}

const hidden = new Set(['kind', 'span', 'heading', 'end', 'source']);

/** A node is its kind with its plain fields, and below it the others, indented. */
function show(value: unknown, prefix: string, indent: string, out: string[]): void {
  if (Array.isArray(value)) {
    for (const element of value) show(element, prefix, indent, out);
    return;
  }
  if (!isRecord(value)) {
    if (value !== undefined) out.push(`${indent}${prefix}${plain(value)}`);
    return;
  }
  const below: [string, unknown][] = [];
  let line = `${indent}${prefix}${String(value.kind ?? '')}`;
  for (const [field, inner] of Object.entries(value)) {
    if (hidden.has(field) || inner === undefined || inner === false) continue;
    const short = shortOf(field, inner);
    if (short !== undefined) line += short;
    else below.push([field, inner]);
  }
  out.push(line);
  for (const [field, inner] of below) show(inner, `${field}: `, `${indent}  `, out);
}

/** What fits behind the kind; undefined for what needs lines of its own. */
function shortOf(field: string, value: unknown): string | undefined {
  if (isRecord(value)) {
    if (value.kind === 'name') return ` ${field}=${String(value.text)}`;
    return value.kind === 'label' ? ` ${field}=${String(value.value)}` : undefined;
  }
  if (!Array.isArray(value))
    return field === 'text' || field === 'digits' ? ` ${plain(value)}` : ` ${field}=${plain(value)}`;
  if (value.length === 0) return '';
  const names = value.map((element: unknown) =>
    isRecord(element) && element.kind === 'name' ? String(element.text) : undefined,
  );
  if (names.every((name) => name !== undefined)) return ` ${field}=(${names.join(', ')})`;
  return value.every((element) => typeof element === 'string') ? ` ${field}=(${value.join(', ')})` : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function plain(value: unknown): string {
  return typeof value === 'string' && /^[\w.+*/<>=-]+$/.test(value) ? value : (JSON.stringify(value) ?? '');
}
