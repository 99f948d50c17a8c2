/** Findings as compute-sanitizer's XML has them, and suppressions, which are such records of which some parts may be missing. */
import { symbolOf } from '../../machine/symbols.ts';
import type { Backtrace } from '../../runtime/sanitizer/allocations.ts';
import type { FoundProblem, Suppression } from '../../runtime/sanitizer/found.ts';

/** What the real tool calls each kind. */
const kinds: Readonly<Record<string, string>> = {
  memory: 'Precise',
  api: 'Api',
  init: 'Initcheck',
  race: 'Racecheck',
  sync: 'Synccheck',
  leak: 'Leak',
};

/** Findings whose place is a call of host code. */
const ofHost: ReadonlySet<string> = new Set(['api', 'leak']);

export function recordsOf(found: readonly FoundProblem[]): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<ComputeSanitizerOutput>',
    ...found.flatMap(record),
    '</ComputeSanitizerOutput>',
    '',
  ].join('\n');
}

function record({ kind, title, procedure, path, line, frames, count, details }: FoundProblem): readonly string[] {
  return [
    '  <record>',
    `    <kind>${kinds[kind] ?? kind}</kind>`,
    `    <level>${title.startsWith('Warning') ? 'Warning' : 'Error'}</level>`,
    '    <what>',
    `      <text>${escaped(title)}</text>`,
    ...details.map((d) => `      <detail>${escaped(d)}</detail>`),
    '    </what>',
    ...(path === '' ? [] : ['    <where>', ...placeLines({ procedure, path, line }, '      '), '    </where>']),
    // Of findings with a place of their own the real tool would want the stack of a program that nvcc has built: it stands in the details.
    ...(frames.length === 0 || !ofHost.has(kind)
      ? []
      : [
          '    <hostStack>',
          ...frames.flatMap((f) => ['      <frame>', ...placeLines(f, '        '), '      </frame>']),
          '    </hostStack>',
        ]),
    `    <count>${count}</count>`,
    '  </record>',
  ];
}

function placeLines({ procedure, path, line }: Backtrace[number], indent: string): readonly string[] {
  const func = procedure === '' ? [] : [`<func>${escaped(symbolOf(procedure))}</func>`];
  return [...func, `<path>${escaped(path)}</path>`, `<line>${line}</line>`].map((text) => indent + text);
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const plain = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

/** Undefined where the text is no file of records. */
export function readSuppressions(text: string): readonly Suppression[] | undefined {
  if (!/<ComputeSanitizerOutput>/.test(text)) return undefined;
  return all(text, 'record').map((r) => {
    const [what = '', where = '', stack = ''] = [one(r, 'what'), one(r, 'where'), one(r, 'hostStack')];
    const kind = Object.entries(kinds).find(([, name]) => name.toLowerCase() === one(r, 'kind')?.toLowerCase())?.[0];
    return {
      ...(kind !== undefined && { kind }),
      ...part('text', one(what, 'text')),
      ...place(where),
      frames: all(stack, 'frame').map(place),
      ...(stack.includes('<module>') && { isWholeStack: true }),
    };
  });
}

type Place = { readonly procedure?: string; readonly file?: string; readonly line?: number };

function place(text: string): Place {
  const line = one(text, 'line');
  return {
    ...part('procedure', one(text, 'func')),
    ...part('file', one(text, 'path')),
    ...(line !== undefined && { line: Number(line) }),
  };
}

function part<K extends string>(name: K, value: string | undefined): { readonly [P in K]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [P in K]?: string });
}

function all(text: string, tag: string): readonly string[] {
  return [...text.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map((m) => plain(m[1]?.trim() ?? ''));
}

function one(text: string | undefined, tag: string): string | undefined {
  return all(text ?? '', tag)[0];
}
