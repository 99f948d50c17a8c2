/** Definitions of types with parameters as text in module files: the tree without places in the source. */
import { nowhere } from '../../../../base/source.ts';
import type * as tree from '../../tree.ts';

const left = new Set(['span', 'heading', 'end']);

export function writtenDefinition(d: tree.TypeDefinition): string {
  return JSON.stringify(d, (key, value: unknown) => (left.has(key) ? undefined : value));
}

export function readDefinition(text: string): tree.TypeDefinition | undefined {
  const read: unknown = JSON.parse(text, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && 'kind' in value
      ? { ...value, span: nowhere, heading: nowhere, end: nowhere }
      : value,
  );
  return isDefinition(read) ? read : undefined;
}

function isDefinition(x: unknown): x is tree.TypeDefinition {
  return typeof x === 'object' && x !== null && 'kind' in x && x.kind === 'type-definition';
}

/** All names in a definition. */
export function namesIn(d: unknown): string[] {
  if (Array.isArray(d)) return d.flatMap(namesIn);
  if (typeof d !== 'object' || d === null) return [];
  const own = 'kind' in d && d.kind === 'name' && 'text' in d && typeof d.text === 'string' ? [d.text] : [];
  return [...own, ...Object.entries(d).flatMap(([key, x]) => (left.has(key) ? [] : namesIn(x)))];
}
