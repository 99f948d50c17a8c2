/** References to routines of library modules: the form of the row that the arguments fit. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import type { Span } from '../../../../base/source.ts';
import type { Param, Routine } from '../../../../library/library-module.ts';
import * as routineErrors from '../../errors/library-calls.ts';
import { onDevice, placementOf } from '../../placement.ts';
import type { Expr, LibraryRoutine, ProcedureRef, Type } from '../../program.ts';
import type { Env } from '../context.ts';
import { typeOfRow } from '../declarations/library-offer.ts';
import { int4, int8 } from '../expressions/make.ts';
import { convert } from '../fold/fold.ts';
import { notDefinable } from '../statements/definable.ts';
import { sameType } from '../types.ts';
import type { Arg } from './arguments.ts';
import { isAllocatable, isPointer, procedureVariable } from './arguments.ts';

export type RoutineFit = {
  readonly ok: true;
  readonly form: number;
  readonly args: readonly (Expr | ProcedureRef | undefined)[];
  readonly type: Type | undefined;
  readonly rank: number;
  readonly distance: number;
};
export type NoFit = { readonly ok: false; readonly problem: () => Diagnostic };

type Form = Readonly<Record<string, Param>>;

export function formsOf(r: Routine): readonly Form[] {
  return [r.takes, ...(r.also ?? [])];
}

export function fitRoutine(env: Env, r: LibraryRoutine, args: readonly Arg[], at: Span): RoutineFit | NoFit {
  const forms = formsOf(r.routine);
  let best: RoutineFit | undefined;
  let first: NoFit | undefined;
  for (const [form, takes] of forms.entries()) {
    const found = fitForm(env, r, form, takes, args, at);
    if (!found.ok) first ??= found;
    else if (!best || found.distance < best.distance) best = found;
  }
  if (best) return best;
  if (forms.length > 1)
    return {
      ok: false,
      problem: () =>
        routineErrors.noForm(
          r.name,
          args.map((a) => a.value),
          forms.map(formText),
          at,
        ),
    };
  return first ?? { ok: false, problem: () => routineErrors.noForm(r.name, [], [], at) };
}

/** `cudaMalloc(devptr, count)`. */
function formText(takes: Form): string {
  return Object.entries(takes)
    .map(
      ([name, p]) =>
        `${name}${p.type && p.type.base !== 'derived' && p.type.base !== 'character' ? `: ${p.type.base}${p.anyKind ? '' : `(${p.type.kind})`}` : ''}`,
    )
    .join(', ');
}

function fitForm(
  env: Env,
  r: LibraryRoutine,
  form: number,
  takes: Form,
  args: readonly Arg[],
  at: Span,
): RoutineFit | NoFit {
  const names = Object.keys(takes);
  const placed: (Arg | undefined)[] = names.map(() => undefined);
  for (const [i, a] of args.entries()) {
    const { keyword } = a;
    const index = keyword ? names.findIndex((n) => n.toLowerCase() === keyword.text) : i;
    if (keyword && index < 0)
      return { ok: false, problem: () => routineErrors.unknownRoutineKeyword(r.name, keyword, names) };
    if (index >= names.length)
      return { ok: false, problem: () => routineErrors.routineArgumentCount(r.name, names, args.length, at) };
    placed[index] = a;
  }
  const values: (Expr | ProcedureRef | undefined)[] = [];
  let distance = 0;
  let rank = 0;
  for (const [i, name] of names.entries()) {
    const param = takes[name]!;
    const arg = placed[i];
    if (!arg) {
      if (param.optional === undefined)
        return { ok: false, problem: () => routineErrors.routineArgumentMissing(r.name, name, names, at) };
      values.push(absent(r, param, at));
      continue;
    }
    const found = fitParam(env, r, param, arg);
    if (!found)
      return {
        ok: false,
        problem: () => routineErrors.routineArgument(r.name, name, wanted(param), arg.value, param.doc),
      };
    values.push(found.value);
    distance += found.distance;
    if (found.value.kind !== 'procedure' && param.how === 'in') rank = Math.max(rank, found.value.rank);
  }
  const gives = r.routine.givesEach?.[form] ?? r.routine.gives;
  return { ok: true, form, args: values, type: gives && typeOfRow(r.module, gives), rank, distance };
}

function absent(r: LibraryRoutine, p: Param, at: Span): Expr | undefined {
  if (p.how !== 'in' || p.optional === undefined) return undefined;
  const type = p.type ? typeOfRow(r.module, p.type) : undefined;
  return type && type.base !== 'derived'
    ? convert(type.base === 'integer' && type.kind === 8 ? int8(p.optional, at) : int4(p.optional, at), type)
    : undefined;
}

type Found = { readonly value: Expr; readonly distance: number };

function fitParam(env: Env, r: LibraryRoutine, p: Param, arg: Arg): Found | undefined {
  const { value } = arg;
  if (value.kind === 'alternate-return') return undefined;
  const type = p.type && typeOfRow(r.module, p.type);
  const taken = (ok: boolean, distance = 0): Found | undefined => (ok ? { value, distance } : undefined);
  switch (p.how) {
    case 'in':
      return fitValue(r, value, type, arg.boz);
    case 'out':
      return taken(
        (p.given || isVariable(env, value)) &&
          (!type || (p.anyKind ? type.base === value.type.base : sameType(type, value.type))),
      );
    case 'struct':
      return taken((p.given || isVariable(env, value, false)) && (!type || sameType(type, value.type)));
    case 'text':
      return taken(value.type.base === 'character' && value.type.kind === 1);
    case 'textOut':
      return taken(value.type.base === 'character' && value.type.kind === 1 && isVariable(env, value));
    case 'device':
      return taken(
        (deviceData(env, value) || isHandle(value, 'c_devptr')) &&
          elementFits(type, value) &&
          !(isAtomic(r) && isSection(value)),
      );
    case 'data':
      if (value.kind === 'procedure' || (p.rank !== undefined && value.rank !== p.rank)) return undefined;
      if (p.anyKind) return taken(type?.base === value.type.base);
      return taken(isHandle(value, 'c_devptr') || elementFits(type, value));
    case 'newDevice':
      return taken(
        isHandle(value, 'c_devptr') || (onDevice(placementOf(value)) && (isAllocatable(value) || isPointer(value))),
      );
    case 'newHost':
      return taken(isHandle(value, 'c_ptr') || isAllocatable(value) || isPointer(value));
    case 'kernel':
      return taken(value.kind === 'procedure' && value.procedure.signature.targets.global);
    default:
      return taken(value.kind === 'procedure' || procedureVariable(value) !== undefined || isHandle(value, 'c_funptr'));
  }
}

function fitValue(r: LibraryRoutine, value: Expr, type: Type | undefined, boz: boolean): Found | undefined {
  if (!type) return { value, distance: 0 };
  if (value.rank > 0 && !r.routine.gives && r.routine.effect?.kind !== 'store') return undefined;
  if (sameType(type, value.type)) return { value, distance: 0 };
  if (type.base === 'integer' && (value.type.base === 'integer' || boz))
    return { value: convert(value, type), distance: 1 };
  if (type.base === 'integer' && value.type.base === 'logical') return { value: convert(value, type), distance: 2 };
  if (type.base === 'logical' && value.type.base === 'logical') return { value: convert(value, type), distance: 1 };
  if (type.base === 'real' && value.kind === 'constant' && value.type.base === 'real')
    return { value: convert(value, type), distance: value.type.kind > type.kind ? 5 : 3 };
  return undefined;
}

function isVariable(env: Env, e: Expr, definable = true): boolean {
  return (
    ['variable', 'part', 'element', 'substring', 'complex-part'].includes(e.kind) &&
    (!definable || !notDefinable(env, e))
  );
}

/** An atomic works on one place: a whole array stands for its first element. */
function isAtomic(r: LibraryRoutine): boolean {
  return (r.routine.effectEach?.[0] ?? r.routine.effect)?.kind === 'atomic';
}

function isSection(e: Expr): boolean {
  return e.rank > 0 && e.kind !== 'variable';
}

/** In device code any variable: its address may be of any device space. */
function deviceData(env: Env, e: Expr): boolean {
  if (!isVariable(env, e, false)) return false;
  return env.side !== 'host' || env.kernelLoop || onDevice(placementOf(e)) || reachesHost(env);
}

function reachesHost({ file: { options } }: Env): boolean {
  return options.managed === true || options.unified === true;
}

function isHandle(e: Expr, name: string): boolean {
  return e.type.base === 'derived' && e.type.type.name === name;
}

function elementFits(type: Type | undefined, e: Expr): boolean {
  return !type || sameType(type, e.type);
}

function wanted(p: Param): string {
  const type =
    p.type &&
    (p.type.base === 'derived'
      ? `type(${p.type.name})`
      : p.type.base === 'character'
        ? 'character'
        : `${p.type.base}(${p.type.kind})`);
  switch (p.how) {
    case 'in':
      return type ?? 'a value';
    case 'out':
      return `a variable of ${p.anyKind && p.type ? `type ${p.type.base}` : `type ${type ?? 'any'}`}`;
    case 'struct':
      return `a variable of ${type ?? 'a derived type'}`;
    case 'text':
      return 'a character value';
    case 'textOut':
      return 'a character variable';
    case 'device':
      return type ? `device data of ${type}` : 'device data';
    case 'data':
      return 'an array or variable';
    case 'newDevice':
      return 'an allocatable device array or type(c_devptr)';
    case 'newHost':
      return 'an allocatable or pointer array or type(c_ptr)';
    case 'kernel':
      return 'a kernel';
    default:
      return 'a procedure';
  }
}
