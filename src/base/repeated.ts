/** The same mistake in several places as one message, which shows the first place and names the others. */
import type { Diagnostic } from './diagnostic.ts';
import { startOf } from './source.ts';

/** Errors that differ by their primary place alone are one; warnings stay as they are, since each may be silenced where it stands. */
export function joinRepeated(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const groups = new Map<string, Diagnostic[]>();
  for (const d of diagnostics) {
    const key = keyOf(d);
    const group = key === undefined ? undefined : groups.get(key);
    if (group) group.push(d);
    else if (key !== undefined) groups.set(key, [d]);
  }
  if ([...groups.values()].every((group) => group.length === 1)) return diagnostics;
  return diagnostics.flatMap((d) => {
    const group = groups.get(keyOf(d) ?? '') ?? [d];
    return group[0] === d ? [withPlaces(d, group)] : [];
  });
}

function keyOf(d: Diagnostic): string | undefined {
  const [primary, ...others] = d.labels;
  if (d.severity !== 'error' || !primary) return undefined;
  const places = others.map(({ at, text }) => [at.source.path, at.from, text]);
  return JSON.stringify([d.code, d.message, primary.at.source.path, primary.text, places, d.notes, d.help]);
}

function withPlaces(first: Diagnostic, group: readonly Diagnostic[]): Diagnostic {
  const lineOf = (d: Diagnostic) => startOf(d.labels[0]!.at).line;
  const others = new Set(group.map(lineOf));
  others.delete(lineOf(first));
  if (others.size === 0) return first;
  return { ...first, notes: [...(first.notes ?? []), `the same in ${listed([...others].sort((a, b) => a - b))}`] };
}

function listed(lines: readonly number[]): string {
  if (lines.length === 1) return `line ${lines[0]}`;
  const shown = lines.length > mostShown ? lines.slice(0, mostShown) : lines.slice(0, -1);
  const rest = lines.length > mostShown ? `${lines.length - mostShown} more` : `${lines.at(-1)}`;
  return `lines ${shown.join(', ')} and ${rest}`;
}

const mostShown = 6;
