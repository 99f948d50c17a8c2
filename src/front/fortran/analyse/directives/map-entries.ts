/** Clauses about data: which variables, and what becomes of them. */
import { entering, leaving } from '../../../../machine/offload.ts';
import * as directiveErrors from '../../errors/directives.ts';
import { onDevice, placementOf } from '../../placement.ts';
import { plainAttributes } from '../../plain-attributes.ts';
import type { Expr, MapEntry, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { variableExpr } from '../expressions/make.ts';
import { rankOf } from '../types.ts';

type Action = {
  readonly enter?: number;
  readonly leave?: number;
  readonly update?: NonNullable<MapEntry['update']>;
  /** Names in the construct stand for what is on the device. */
  readonly replaces?: boolean;
};

const { allocate, copy, present, dynamic, address, maybe, held } = entering;
const both: Action = { enter: allocate | copy, leave: leaving.copy };
const inwards: Action = { enter: allocate | copy, leave: 0 };
const outwards: Action = { enter: allocate, leave: leaving.copy };
const room: Action = { enter: allocate, leave: 0 };

/** Of data and compute constructs. */
export const structured: Readonly<Record<string, Action>> = {
  copy: both,
  present_or_copy: both,
  pcopy: both,
  copyin: inwards,
  present_or_copyin: inwards,
  pcopyin: inwards,
  copyout: outwards,
  present_or_copyout: outwards,
  pcopyout: outwards,
  create: room,
  present_or_create: room,
  pcreate: room,
  local: room,
  mirror: room,
  device_resident: room,
  no_create: { enter: maybe | held, leave: 0 },
  present: { enter: present },
  reflected: { enter: present },
  attach: { enter: present, leave: leaving.pointerOnly },
  deviceptr: { enter: address },
};

export const dynamicData: Readonly<Record<string, Action>> = {
  copyin: { enter: allocate | copy | dynamic },
  present_or_copyin: { enter: allocate | copy | dynamic },
  pcopyin: { enter: allocate | copy | dynamic },
  create: { enter: allocate | dynamic },
  present_or_create: { enter: allocate | dynamic },
  pcreate: { enter: allocate | dynamic },
  attach: { enter: present },
  copyout: { leave: leaving.copy | leaving.dynamic },
  delete: { leave: leaving.dynamic },
  detach: { leave: leaving.pointerOnly },
};

export const updates: Readonly<Record<string, Action>> = {
  self: { update: { to: 'host', ifPresent: false } },
  host: { update: { to: 'host', ifPresent: false } },
  out: { update: { to: 'host', ifPresent: false } },
  device: { update: { to: 'device', ifPresent: false } },
  in: { update: { to: 'device', ifPresent: false } },
};

export const useDevice: Readonly<Record<string, Action>> = { use_device: { enter: present } };

/** The entries of all clauses that the table knows. */
export function entriesOf(
  env: Env,
  clauses: readonly tree.Clause[],
  actions: Readonly<Record<string, Action>>,
): MapEntry[] {
  return clauses.flatMap((c) => {
    const action = Object.hasOwn(actions, c.name) ? actions[c.name] : undefined;
    if (!action) return [];
    const meant = action.update ? c : { ...c, items: c.items.map((i) => ({ ...i, value: asSection(env, i.value) })) };
    return designators(env, meant).flatMap((e) => withDeclared(entry(e, changed(action, c))));
  });
}

/** `a(n)` for numbers in a clause of data is `a(:n)`, as programs for nvfortran mean it; OpenACC has it as that element alone. */
function asSection(env: Env, item: tree.ClauseItem['value']): tree.ClauseItem['value'] {
  if (item.kind !== 'call-or-index' || item.base.kind !== 'name') return item;
  const e = env.file.expression({ ...env, file: { ...env.file, report: () => {} } }, item);
  if (e?.kind !== 'element' || e.rank > 0 || e.base.kind !== 'variable' || e.type.base === 'derived') return item;
  env.file.report(directiveErrors.elementAsSection(item.span, item.base.span));
  return { ...item, arguments: item.arguments.map((a) => ({ ...a, value: upTo(a.value) })) };
}

function upTo(value: tree.ArgumentValue): tree.ArgumentValue {
  switch (value.kind) {
    case 'section':
    case 'alternate-return':
    case 'passed-by':
    case 'star':
      return value;
    default:
      return { kind: 'section', from: undefined, to: value, step: undefined, span: value.span };
  }
}

/** Data of `declare` gets its place as a whole before any of it is asked for. */
function withDeclared(e: MapEntry | undefined): MapEntry[] {
  const v = e && rootOf(e.outer);
  if (!e || v?.attributes.declared === undefined) return e ? [e] : [];
  const asks = e.update !== undefined || ((e.enter ?? 0) & present) !== 0;
  const { declared } = v.attributes;
  return asks ? [{ ...e, outer: wholeVariable(v), enter: declared, leave: undefined, update: undefined }, e] : [e];
}

function changed(action: Action, c: tree.Clause): Action {
  const has = (name: string): boolean => c.modifiers.includes(name);
  const zero = has('zero') ? entering.zero : 0;
  const into = (has('always') || has('alwaysin')) && (action.enter ?? 0) & copy ? entering.always : 0;
  const back = (has('always') || has('alwaysout')) && (action.leave ?? 0) & leaving.copy ? leaving.always : 0;
  if (!(zero | into | back)) return action;
  return {
    ...action,
    ...(action.enter !== undefined && { enter: action.enter | zero | into }),
    ...(action.leave !== undefined && { leave: action.leave | back }),
  };
}

/** What the items of a clause name. */
export function designators(env: Env, c: tree.Clause): Expr[] {
  return c.items.flatMap((i) => {
    if (i.value.kind === 'star') return [];
    if (i.value.kind === 'common-name') return ofCommon(env, i.value);
    const e = env.file.expression(env, i.value);
    if (!e) return [];
    if (!rootOf(e)) {
      env.file.report(directiveErrors.notAVariableInClause(c.name, e.span));
      return [];
    }
    return [e];
  });
}

function ofCommon(env: Env, block: tree.CommonName): Expr[] {
  for (let s: Env['scope'] | undefined = env.scope; s; s = s.parent) {
    const parts = s.commons.get(block.name.text);
    if (parts) return parts.flatMap((p) => env.file.expression(env, p.name) ?? []);
  }
  env.file.report(directiveErrors.unknownCommon(block.name));
  return [];
}

/** The variable that a designator is part of. */
export function rootOf(e: Expr): Variable | undefined {
  switch (e.kind) {
    case 'variable':
      return e.variable;
    case 'part':
    case 'element':
    case 'substring':
    case 'complex-part':
      return rootOf(e.base);
    default:
      return undefined;
  }
}

/** Without its subscripts. */
export function wholeOf(e: Expr): Expr {
  return e.kind === 'element' || e.kind === 'substring' ? wholeOf(e.base) : e;
}

/** Data that CUDA Fortran has on the device is where it is. */
export function entry(outer: Expr, action: Action): MapEntry | undefined {
  if (onDevice(placementOf(outer))) return undefined;
  const { source, from, to } = outer.span;
  return {
    name: source.text.slice(from, to).toLowerCase().replaceAll(/\s/g, ''),
    outer,
    inner: undefined,
    enter: action.enter,
    leave: action.leave,
    update: action.update,
    span: outer.span,
  };
}

/** By what stands for them on the device: the variables of the host. */
const origins = new WeakMap<Variable, Variable>();

export function originOf(v: Variable): Variable {
  return origins.get(v) ?? v;
}

/** What stands for a variable on the device; `target`: pointers there may stand for it. */
export function deviceVariable(v: Variable, target = false): Variable {
  const inner = standIn(v, target);
  origins.set(inner, v);
  return inner;
}

function standIn(v: Variable, target: boolean): Variable {
  const { shape } = v;
  return {
    ...v,
    shape: shape && (shape.kind === 'assumed-shape' ? { kind: 'deferred', rank: rankOf(shape) } : shape),
    attributes: { ...plainAttributes, placement: 'device', target, intent: v.attributes.intent },
    storage: 'automatic',
    linkName: '',
    imported: false,
    initial: undefined,
    overlay: undefined,
    pointee: undefined,
    associated: undefined,
    bindName: undefined,
  };
}

export function wholeVariable(v: Variable): Expr {
  return variableExpr(v, rankOf(v.shape), v.span);
}
