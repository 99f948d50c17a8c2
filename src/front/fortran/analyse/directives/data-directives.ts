/** data, enter data, exit data, update, host_data: what is on the device, and when values go to and fro. */
import { entering, leaving } from '../../../../machine/offload.ts';
import type { MapEntry, Stmt, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { at } from '../statements/construct.ts';
import { conditionOf, queueOf, waitsOf } from './compute-construct.ts';
import { deviceNames, implicitCopy } from './device-names.ts';
import { dynamicData, entriesOf, rootOf, structured, updates, useDevice } from './map-entries.ts';

export function dataConstruct(env: Env, s: tree.Directive): readonly Stmt[] {
  return dataRegion(env, s, entriesOf(env, s.clauses, structured));
}

/** The body with data around it; where a condition says no, without. */
export function dataRegion(env: Env, s: tree.Directive, entries: readonly MapEntry[]): readonly Stmt[] {
  const queue = queueOf(env, s.clauses);
  const waits = waitsOf(env, s.clauses, queue, s);
  const mapped = new Set<Variable>(env.offload?.mapped);
  for (const e of entries) {
    const v = rootOf(e.outer);
    if (v) mapped.add(v);
  }
  const inside: Env = { ...env, offload: { mapped, computes: false, heading: s.heading } };
  const body = env.file.statements(inside, s.body);
  const test = conditionOf(env, s.clauses, 'if');
  if (!test) return [...waits, { kind: 'mapped', entries, queue, body, ...at(s) }];
  // What the condition says holds for the way in and the way out; the body is there once.
  return [...waits, ...conditional(env, s, entries, body)];
}

function conditional(
  env: Env,
  s: tree.Directive,
  entries: readonly MapEntry[],
  body: readonly Stmt[],
): readonly Stmt[] {
  const queue = queueOf(env, s.clauses);
  const made = (list: readonly MapEntry[]): readonly Stmt[] => {
    const test = conditionOf(env, s.clauses, 'if');
    const one: Stmt = { kind: 'mapped', entries: list, queue, body: [], ...at(s) };
    return test ? [{ kind: 'if', arms: [{ condition: test, body: [one] }], otherwise: [], ...at(s) }] : [one];
  };
  const first = entries.map((e) => ({ ...e, leave: undefined }));
  const last = entries.map((e) => ({ ...e, enter: undefined }));
  return [...made(first), ...body, ...made(last)];
}

/** enter data, exit data. */
export function dynamicDirective(env: Env, s: tree.Directive): readonly Stmt[] {
  const final = s.clauses.some((c) => c.name === 'finalize') ? leaving.finalize : 0;
  const entries = entriesOf(env, s.clauses, dynamicData).map((e) =>
    e.leave === undefined ? e : { ...e, leave: e.leave | final },
  );
  return alone(env, s, entries);
}

export function updateDirective(env: Env, s: tree.Directive): readonly Stmt[] {
  const ifPresent = s.clauses.some((c) => c.name === 'if_present');
  const entries = entriesOf(env, s.clauses, updates).map((e) => ({
    ...e,
    update: e.update && { ...e.update, ifPresent },
  }));
  return alone(env, s, entries);
}

export function alone(env: Env, s: tree.Directive, entries: readonly MapEntry[]): readonly Stmt[] {
  const queue = queueOf(env, s.clauses);
  const made: Stmt = { kind: 'mapped', entries, queue, body: [], ...at(s) };
  const all = [...waitsOf(env, s.clauses, queue, s), made];
  const test = conditionOf(env, s.clauses, 'if');
  return test ? [{ kind: 'if', arms: [{ condition: test, body: all }], otherwise: [], ...at(s) }] : all;
}

export function hostData(env: Env, s: tree.Directive): readonly Stmt[] {
  const maybe = s.clauses.some((c) => c.name === 'if_present');
  const explicit = entriesOf(env, s.clauses, useDevice).map((e) =>
    maybe && e.enter === entering.present ? { ...e, enter: entering.maybe } : e,
  );
  return withDeviceNames(env, s, explicit);
}

/** Names in the clauses stand for what is on the device; all others stay the host's. */
export function withDeviceNames(env: Env, s: tree.Directive, explicit: readonly MapEntry[]): readonly Stmt[] {
  const names = deviceNames(env, explicit, { data: implicitCopy, shares: () => false, forHost: true });
  const replaced = new Set(explicit.flatMap((e) => rootOf(e.outer)?.name ?? []));
  const { scope } = names;
  const only = {
    ...scope,
    found: (name: string, from: Env) => (replaced.has(name) ? scope.found?.(name, from) : undefined),
  };
  const body = env.file.statements({ ...env, scope: only }, s.body);
  const mapped: Stmt = { kind: 'mapped', entries: names.entries, queue: undefined, body, ...at(s) };
  const test = conditionOf(env, s.clauses, 'if');
  if (!test) return [mapped];
  const quiet: Env = { ...env, file: { ...env.file, report: () => {} } };
  const otherwise = env.file.statements(quiet, s.body);
  return [{ kind: 'if', arms: [{ condition: test, body: [mapped] }], otherwise, ...at(s) }];
}
