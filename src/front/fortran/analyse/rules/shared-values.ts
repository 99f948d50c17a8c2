/** Variables that share their place begin with one value, not with two (Fortran 2018, 8.6.7, 8.10.1.4). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import type { Span } from '../../../../base/source.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import { givenStretches } from '../../given-elements.ts';
import type { ConstantValue, Variable } from '../../program.ts';
import type { Env } from '../context.ts';
import { rootName } from '../declarations/declare.ts';
import { bytesOf, bytesOfType } from '../fold/constant-bytes.ts';
import { constantExtents } from '../types.ts';

/** To be asked when `data` statements have been taken in. */
export function* sharedValueProblems(env: Env): Iterable<Diagnostic> {
  if (env.scope.equivalences.length === 0) return;
  for (const [set, at] of setsOf(env)) {
    const valued = membersOf(env, set).filter((v) => v.initial || hasDefaults(v));
    if (valued.length > 1) yield* overlaps(valued, at);
  }
}

/** The storage that equivalences make, by name, and where they name its variables. */
function setsOf(env: Env): Map<string, Map<string, Span>> {
  const sets = new Map<string, Map<string, Span>>();
  for (const d of env.scope.equivalences)
    for (const objects of d.sets)
      for (const e of objects) {
        const name = rootName(e);
        const v = name && env.scope.names.get(name.text)?.meaning;
        if (v?.kind !== 'variable' || !v.overlay) continue;
        const places = sets.get(v.overlay.name) ?? new Map<string, Span>();
        places.set(v.name, e.span);
        sets.set(v.overlay.name, places);
      }
  return sets;
}

function membersOf(env: Env, set: string): Variable[] {
  return [...env.scope.names.values()].flatMap(({ meaning: v }) =>
    v?.kind === 'variable' && v.overlay?.name === set ? [v] : [],
  );
}

function hasDefaults(v: Variable): boolean {
  return v.type.base === 'derived' && v.type.type.components.some((c) => c.initial?.kind === 'value');
}

type Written = { readonly byte: number; readonly by: Variable };

function* overlaps(valued: readonly Variable[], at: ReadonlyMap<string, Span>): Iterable<Diagnostic> {
  const written = new Map<number, Written>();
  for (const v of valued) {
    const other = write(v, written);
    if (other) yield declarationErrors.sharedValues(v, other, at.get(v.name) ?? at.get(other.name) ?? v.span);
  }
}

/** The variable that has given one of these bytes another value. */
function write(v: Variable, written: Map<number, Written>): Variable | undefined {
  const size = bytesOfType(v.type);
  const start = v.overlay?.offset;
  if (size === undefined || start === undefined) return undefined;
  for (const [i, value] of elementsOf(v)) {
    const bytes = bytesOf(value, v.type);
    for (const [k, byte] of bytes?.entries() ?? []) {
      const place = start + i * size + k;
      const before = written.get(place);
      if (before && before.by !== v && before.byte !== byte) return before.by;
      written.set(place, { byte, by: v });
    }
  }
  return undefined;
}

function* elementsOf(v: Variable): Iterable<readonly [number, ConstantValue]> {
  if (!v.initial) {
    const count = (constantExtents(v.shape) ?? []).reduce<number>((a, b) => a * (b ?? 0), 1);
    for (let i = 0; i < count; i++) yield [i, { components: [] }];
    return;
  }
  const value = v.initial.kind === 'value' ? v.initial.value : undefined;
  if (value?.kind === 'constant') yield [0, value.value];
  if (value?.kind !== 'constant-array') return;
  for (const [from, to] of givenStretches(value.values) ?? [[0, value.values.length] as const])
    for (let i = from; i < to; i++) {
      const one = value.values[i];
      if (one !== undefined) yield [i, one];
    }
}
