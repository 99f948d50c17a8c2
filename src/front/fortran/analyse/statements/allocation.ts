/** allocate, deallocate, nullify. */
import * as allocationErrors from '../../errors/allocation.ts';
import * as assignmentErrors from '../../errors/assignments.ts';
import * as imageErrors from '../../errors/images.ts';
import * as ioErrors from '../../errors/io.ts';
import { notSupported } from '../../errors/message.ts';
import * as pointerErrors from '../../errors/pointers.ts';
import type { Expr, Stmt, Type } from '../../program.ts';
import type * as tree from '../../tree.ts';
import { isAllocatable, isPointer } from '../calls/arguments.ts';
import type { Env } from '../context.ts';
import { makeLengths, needsLengths } from '../declarations/length-parameters.ts';
import { integerExpression, typeOf } from '../declarations/type-specs.ts';
import { convert } from '../fold/fold.ts';
import { allocateProblems, objectsTwice } from '../rules/allocations.ts';
import { integer8, rankOf } from '../types.ts';
import { isExpression } from '../walk-tree.ts';
import { codimensionsIn } from './codimensions.ts';
import { notDefinable, notPointable } from './definable.ts';

type Item = Extract<Stmt, { kind: 'allocate' }>['items'][number];

export function allocate(env: Env, s: tree.Allocate): Stmt | undefined {
  const options = optionsOf(env, s.options, ['stat', 'errmsg', 'source', 'mold', 'stream', 'pinned', 'align']);
  const written = s.type && typeOf(env, s.type);
  if (s.type && !written) return undefined;
  if (options?.align) checkAlignment(env, options.align);
  const from = options?.source ?? options?.mold;
  const items = s.allocations.map((a) => allocation(env, a, written, from));
  const known = items.flatMap((i) => i ?? []);
  if (!options || known.length < items.length) return undefined;
  const made = {
    kind: 'allocate' as const,
    items: known,
    source: options.source,
    mold: options.mold,
    stat: options.stat,
    errmsg: options.errmsg,
    stream: options.stream && convert(options.stream, integer8),
    pinned: options.pinned,
    span: s.span,
    label: s.label?.value,
  };
  let good = true;
  for (const d of allocateProblems(made, written)) {
    env.file.report(d);
    good = false;
  }
  if (!good) return undefined;
  const parts = options.source ? [] : known.flatMap((i) => lengthsOf(i));
  if (parts.length === 0) return made;
  const body = [{ ...made, label: undefined }, ...parts];
  return { kind: 'block', name: `#allocate${s.span.from}`, variables: [], body, span: s.span, label: made.label };
}

/** What an object with length parameters is made of. */
function lengthsOf({ object, type }: Item): Stmt[] {
  return type.base === 'derived' && needsLengths(type) ? makeLengths({ ...object, type }) : [];
}

function allocation(env: Env, a: tree.Allocation, written: Type | undefined, from: Expr | undefined): Item | undefined {
  const object = env.file.expression(env, a.object);
  if (!object) return undefined;
  if (!isAllocatable(object) && !isPointer(object))
    return void env.file.report(allocationErrors.notAllocatable(object));
  const why = notDefinable(env, object) ?? notPointable(env, object);
  if (why) return void env.file.report(assignmentErrors.notDefinable(object, why));
  if (!coboundsFit(env, object, a)) return undefined;
  const bounds: { lower: Expr | undefined; upper: Expr }[] = [];
  for (const d of a.shape) {
    if (d.kind !== 'explicit') return void env.file.report(allocationErrors.allocateBound(d.span));
    const lower = d.lower && integerExpression(env, d.lower, 'a bound');
    const upper = integerExpression(env, d.upper, 'a bound');
    if (!upper || (d.lower && !lower)) return undefined;
    bounds.push({ lower, upper });
  }
  if (bounds.length !== object.rank && !(bounds.length === 0 && from))
    return void env.file.report(allocationErrors.allocateRank(object, bounds.length));
  if (bounds.length === 0 && from && object.rank > 0 && from.rank !== object.rank)
    return void env.file.report(allocationErrors.allocateRank(object, 0));
  return { object, bounds, type: allocatedType(object.type, written, from) };
}

/** `[*]` or `[n, *]` for a coarray, and only for one. */
function coboundsFit(env: Env, object: Expr, a: tree.Allocation): boolean {
  const shape = codimensionsIn(object);
  if (!shape && !a.coshape) return true;
  const problem = !shape
    ? imageErrors.notACoarray(object)
    : a.coshape?.length !== rankOf(shape)
      ? imageErrors.cosubscriptCount(object, rankOf(shape), a.coshape?.length ?? 0, a.span)
      : a.coshape.every((c, i) => isCodimension(env, c.value, i === rankOf(shape) - 1))
        ? undefined
        : notSupported('codimensions in allocate that do not begin with 1', a.span);
  if (problem) env.file.report(problem);
  return !problem;
}

/** `n` or `1:n`, and `*` or `1:*` as the last. */
function isCodimension(env: Env, v: tree.ArgumentValue, last: boolean): boolean {
  const fromOne = v.kind === 'section' && v.from?.kind === 'integer' && v.from.digits === '1';
  if (last) return v.kind === 'star' || (fromOne && !v.to);
  const upper = fromOne ? v.to : isExpression(v) ? v : undefined;
  return upper !== undefined && integerExpression(env, upper, 'a codimension') !== undefined;
}

/** What the declaration leaves open is said by `type ::` or `source=`. */
function allocatedType(own: Type, written: Type | undefined, from: Expr | undefined): Type {
  if (written?.base === 'derived' && written.lengths) return written;
  const open =
    (own.base === 'derived' && own.polymorphic) ||
    own.base === 'any' ||
    (own.base === 'character' && own.length.kind === 'deferred');
  return open ? (written ?? from?.type ?? own) : own;
}

type Options = Partial<Record<'stat' | 'errmsg' | 'source' | 'mold' | 'stream' | 'pinned' | 'align', Expr>>;

function optionsOf(env: Env, list: readonly tree.Option[], allowed: readonly (keyof Options)[]): Options | undefined {
  const options: Options = {};
  let good = true;
  for (const o of list) {
    const key = allowed.find((k) => k === o.keyword.text);
    if (!key) {
      env.file.report(ioErrors.unknownSpecifier(o.keyword, allowed));
      good = false;
      continue;
    }
    const value = env.file.expression(env, o.value);
    if (value && checkOption(env, key, value)) options[key] = value;
    else good = false;
  }
  return good ? options : undefined;
}

const optionBases: Partial<Record<keyof Options, Type['base']>> = {
  stat: 'integer',
  errmsg: 'character',
  stream: 'integer',
  pinned: 'logical',
  align: 'integer',
};

/** PGI's `align=`. */
function checkAlignment(env: Env, align: Expr): void {
  if (align.kind === 'constant' && typeof align.value === 'bigint' && align.value <= 16n) return;
  env.file.report(allocationErrors.alignment(align.span));
}

function checkOption(env: Env, key: keyof Options, value: Expr): boolean {
  const base = optionBases[key];
  if (base && (value.type.base !== base || value.rank > 0)) {
    env.file.report(ioErrors.specifierType(key, base, value));
    return false;
  }
  if (key === 'errmsg' && value.type.base === 'character' && value.type.kind === 4) {
    env.file.report(ioErrors.specifierType(key, 'character', value));
    return false;
  }
  const why = key === 'stat' || key === 'errmsg' || key === 'pinned' ? notDefinable(env, value) : undefined;
  if (why) env.file.report(assignmentErrors.notDefinable(value, why));
  return !why;
}

export function deallocate(env: Env, s: tree.Deallocate): Stmt | undefined {
  const options = optionsOf(env, s.options, ['stat', 'errmsg']);
  const objects = s.objects.map((o) => {
    const written = env.file.expression(env, o);
    // `deallocate (a(1:n))`: an extension; the bounds say nothing.
    const object = written?.kind === 'element' ? written.base : written;
    if (object && !isAllocatable(object) && !isPointer(object))
      return void env.file.report(allocationErrors.notAllocatable(object));
    const why = object && (notDefinable(env, object) ?? notPointable(env, object));
    return why ? void env.file.report(assignmentErrors.notDefinable(object, why)) : object;
  });
  const known = objects.flatMap((o) => o ?? []);
  for (const d of objectsTwice(known)) env.file.report(d);
  if (!options || known.length < objects.length) return undefined;
  return {
    kind: 'deallocate',
    objects: known,
    stat: options.stat,
    errmsg: options.errmsg,
    span: s.span,
    label: s.label?.value,
  };
}

export function nullify(env: Env, s: tree.Nullify): Stmt | undefined {
  const objects = s.objects.flatMap((o) => {
    const object = env.file.expression(env, o);
    if (!object) return [];
    if (!isPointer(object) || object.kind === 'null') return env.file.report(pointerErrors.notAPointer(object)) ?? [];
    const why = notPointable(env, object);
    if (why) env.file.report(assignmentErrors.notDefinable(object, why));
    return [object];
  });
  return { kind: 'nullify', objects, span: s.span, label: s.label?.value };
}
