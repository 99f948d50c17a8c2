/** Procedures to functions: parameters, places of variables, body, the ways out. */
import { InternalError } from '../../../../base/impossible.ts';
import { i32, i64, load, local } from '../../../../ir/build.ts';
import type { ArrayShape, Expression, Fn, Statement } from '../../../../ir/module.ts';
import { isPointer, type ValueType } from '../../../../ir/types.ts';
import { valuesOf } from '../../../../ir/uniformity.ts';
import { changeParts, mapStatement, someStatement } from '../../../../ir/walk.ts';
import { descriptorFields, layoutOf, rankOf } from '../../layout.ts';
import type { Body, DerivedType, Expr, Procedure, Variable } from '../../program.ts';
import { newDescriptor, writeDescriptor } from '../arrays/descriptor.ts';
import { viewOf } from '../arrays/section.ts';
import type { Parts } from '../context.ts';
import { Context, generic, notNull } from '../context.ts';
import { branchTargets } from '../control/branch-targets.ts';
import { shapeOf } from '../cuda/array-shapes.ts';
import { overlappingOf } from '../cuda/overlapping.ts';
import { baseOf } from '../designator.ts';
import { loadValue } from '../memory.ts';
import type { ModuleBuilder } from '../module-builder.ts';
import {
  initializeDynamic,
  needsRelease,
  releaseArrayDynamic,
  releaseDerived,
  releaseDynamic,
} from '../objects/derived.ts';
import { endArray, isFinalized } from '../objects/finalization.ts';
import { hasDefaults } from '../objects/static-data.ts';
import { type Frame, newFrame } from '../variables/frame.ts';
import { needStatic } from '../variables/globals.ts';
import { declareLocal, explicitDimensions, frameContents, registerPlace } from '../variables/variables.ts';
import {
  describedParameters,
  hasAlternateReturns,
  headingOf,
  hiddenTypes,
  lengthParameters,
  passingOf,
  passingTypes,
  resultPassing,
  type Side,
  symbolName,
  takesFrame,
  unchangedParameters,
} from './abi.ts';
import { byValue } from './argument.ts';
import { dummyPlace } from './dummy-place.ts';
import { passedByAddress } from './passed-by-address.ts';
import { procedureValue } from './procedure-value.ts';
import { startProgram } from './program-start.ts';

/** Lowers a procedure with a body, and its internal procedures, for each side on which it is called. */
export function lowerProcedure(m: ModuleBuilder, parts: Parts, p: Procedure): void {
  if (!p.body) return;
  const t = p.signature.targets;
  for (const v of p.body.variables) if (v.overlay) needStatic(m, v);
  const onHost = newFrame();
  const onDevice = newFrame();
  lowerInternals(m, parts, p.body.internals, onHost, onDevice);
  if (t.global || t.grid) addFunction(m, parts, p, p.body, 'kernel', onDevice, undefined);
  if (t.host) addFunction(m, parts, p, p.body, 'host', onHost, undefined);
  if (t.device) addFunction(m, parts, p, p.body, 'device', onDevice, undefined);
}

/** Device procedures take the cells of the frame as parameters: once more, when the first lowering has told which. */
function lowerInternals(
  m: ModuleBuilder,
  parts: Parts,
  internals: readonly Procedure[],
  onHost: Frame,
  onDevice: Frame,
): void {
  for (const inner of internals) lowerInternal(m, parts, inner, onHost, onDevice);
  if (onDevice.contents.length > 0) for (const inner of internals) lowerInternal(m, parts, inner, onHost, onDevice);
}

function lowerInternal(m: ModuleBuilder, parts: Parts, p: Procedure, onHost: Frame, onDevice: Frame): void {
  if (!p.body) return;
  for (const v of p.body.variables) if (v.overlay) needStatic(m, v);
  const t = p.signature.targets;
  if (t.global || t.grid) addFunction(m, parts, p, p.body, 'kernel', undefined, onDevice);
  if (t.host) addFunction(m, parts, p, p.body, 'host', undefined, onHost);
  if (t.device) addFunction(m, parts, p, p.body, 'device', undefined, onDevice);
}

/** `own`: the frame that the procedure's internal procedures use; `outer`: the frame of its host. */
function addFunction(
  m: ModuleBuilder,
  parts: Parts,
  p: Procedure,
  body: Body,
  side: Side,
  own: Frame | undefined,
  outer: Frame | undefined,
): void {
  const addressed = passedByAddress(body.statements);
  for (const v of own?.shared ?? []) addressed.add(v);
  for (let attempt = 0; ; attempt++) {
    const ctx = new Context(
      m,
      parts,
      {
        name: p.origin === 'main' ? 'main' : symbolName(p, side),
        mode: side === 'host' ? 'host' : 'device',
        procedure: p,
        at: p.span,
      },
      addressed,
    );
    ctx.hostFrame = outer;
    const made = lowerFunction(ctx, p, body, side, own);
    if (!ctx.again) {
      m.addFunction(made);
      return;
    }
    if (attempt > 8) throw new InternalError(`lowering ${p.name} does not end`, p.span);
  }
}

function lowerFunction(ctx: Context, p: Procedure, body: Body, side: Side, own: Frame | undefined): Fn {
  ctx.branchedTo = branchTargets(body);
  const heading = headingOf(p.signature, side, side === 'host' && takesFrame(p));
  const main = p.origin === 'main';
  const cells = side === 'device' && p.origin === 'internal' ? cellTypes(ctx.hostFrame) : [];
  const params = main ? [] : [...heading.params, ...cells].map((t, i) => ctx.variable(`p${i}`, t));
  ctx.frameCells = params.slice(heading.params.length);
  const rooms = side === 'host' ? [] : roomParameters(ctx, p, side);
  bindParameters(ctx, p, side, params);
  enterVariables(ctx, p, body);
  if (own && own.contents.length > 0) fillFrame(ctx, own);
  outInitial(ctx, p, side);
  if (main) startProgram(ctx, ctx.module.start);
  const results = main || side === 'kernel' ? [] : heading.results;
  finishBody(ctx, p, body, side, results);
  const bounds = p.signature.launchBounds;
  const described = side === 'host' && !main && p.origin !== 'internal' ? describedParameters(p.signature) : [];
  const unchanged = side === 'host' && !main ? unchangedParameters(p.signature) : [];
  return {
    name: ctx.name,
    kind: side,
    params: params.length + rooms.length,
    results,
    locals: ctx.locals,
    slots: ctx.slots,
    body: ctx.statements,
    at: p.span,
    ...(described.length > 0 && { described }),
    ...(unchanged.length > 0 && { unchanged }),
    ...(side === 'host' && p.origin === 'external' && !p.signature.bindC && { lengths: lengthParameters(p.signature) }),
    ...(side === 'kernel' &&
      bounds.length > 0 && { launchBounds: { maxThreads: bounds[0] ?? 0, minBlocks: bounds[1] ?? 0 } }),
    ...(side === 'kernel' && p.signature.clusterDims && { clusterDims: p.signature.clusterDims }),
    ...(side === 'kernel' && p.signature.targets.grid && { cooperative: true }),
    ...(side === 'kernel' && shapesOfDummies(ctx, p, params.length)),
    ...(side === 'kernel' && overlappingDummies(ctx, p, params.length)),
    ...(rooms.length > 0 && { rooms }),
    ...(ctx.knownRooms.length > 0 && { knownRooms: ctx.knownRooms }),
  };
}

/** What an expression is made of parameters. */
function byParameters(ctx: Context, params: number): (e: Expression) => Expression {
  const values = valuesOf(ctx.statements, ctx.locals.length);
  const given = (e: Expression): Expression => {
    const value = e.kind === 'local' && e.index >= params ? values.get(e.index) : undefined;
    return value ? given(value) : changeParts(e, given);
  };
  return given;
}

/** Targets may be changed through each other, and through targets that the kernel names. */
function overlappingDummies(ctx: Context, p: Procedure, params: number): Pick<Fn, 'overlapping'> {
  const given = byParameters(ctx, params);
  const overlapping = p.signature.dummies.flatMap((d): readonly number[] => {
    if (d === 'alternate-return' || !d.attributes.target) return [];
    const place = ctx.places.get(d);
    const base = place?.kind === 'array' ? place.base : place?.kind === 'memory' ? place.address : undefined;
    const from = base && given(base);
    return from?.kind === 'local' && from.index < params ? [from.index] : [];
  });
  return overlappingOf(overlapping, ctx.statements);
}

function shapesOfDummies(ctx: Context, p: Procedure, params: number): Pick<Fn, 'shapes'> {
  const given = byParameters(ctx, params);
  const shapes = p.signature.dummies.flatMap((d): readonly ArrayShape[] => {
    const place = d === 'alternate-return' ? undefined : ctx.places.get(d);
    const shape = place?.kind === 'array' ? shapeOf(place, params, given) : undefined;
    return shape ? [shape] : [];
  });
  return shapes.length > 0 ? { shapes } : {};
}

/** Where subscripts are checked, code of the device is told how much memory its arrays of assumed size have: the numbers of their parameters. */
function roomParameters(ctx: Context, p: Procedure, side: Side): number[] {
  if (!ctx.module.checks.bounds) return [];
  const found: number[] = [];
  let next = hiddenTypes(resultPassing(p.signature, side)).length;
  for (const d of p.signature.dummies) {
    if (d === 'alternate-return') continue;
    const passing = passingOf(d, side, p.signature.bindC);
    if (passing.how === 'address' && d.shape?.kind === 'assumed-size') {
      found.push(next);
      ctx.rooms.set(d, ctx.variable(`room${found.length}`, 'i64'));
    }
    next += passingTypes(passing).length;
  }
  return found;
}

// ---- entry --------------------------------------------------------------------------------------------------------------

function bindParameters(ctx: Context, p: Procedure, side: Side, params: readonly Expression[]): void {
  let next = 0;
  const take = (types: readonly ValueType[]): Expression[] => {
    const own = params.slice(next, next + types.length);
    next += types.length;
    return own;
  };
  bindResult(ctx, p, side, take(hiddenTypes(resultPassing(p.signature, side))));
  for (const d of p.signature.dummies) {
    if (d === 'alternate-return') continue;
    const own = take(passingTypes(passingOf(d, side, p.signature.bindC)));
    ctx.pending.set(d, () => ctx.bind(d, dummyPlace(ctx, d, own, side)));
  }
  if (side === 'host' && takesFrame(p)) ctx.frame = take(['ptr.host'])[0];
}

function bindResult(ctx: Context, p: Procedure, side: Side, hidden: readonly Expression[]): void {
  const r = p.signature.result;
  const passing = resultPassing(p.signature, side);
  const [address, length] = hidden;
  if (!r || passing.how === 'none') return;
  if (passing.how === 'value') {
    ctx.pending.set(r, () => bindValueResult(ctx, r));
    return;
  }
  if (!address) throw new InternalError(`no address for the result ${r.name}`, r.span);
  if (passing.how === 'descriptor') ctx.bind(r, { kind: 'descriptor', address });
  else if (r.shape) {
    const shape = r.shape;
    ctx.pending.set(r, () =>
      ctx.bind(r, {
        kind: 'array',
        base: address,
        dimensions: explicitDimensions(ctx, shape),
        ...(length && { length }),
      }),
    );
  } else ctx.bind(r, { kind: 'memory', address, ...(length && { length }) });
}

function bindValueResult(ctx: Context, r: Variable): void {
  const isText = r.type.base === 'character';
  if (!ctx.addressed.has(r) && !r.procedure && r.type.base !== 'derived' && !isText)
    return void ctx.bind(r, registerPlace(ctx, r));
  const layout = r.procedure ? { size: 8, align: 8 } : layoutOf(r.type);
  const address = ctx.slot(r.name, layout?.size ?? 8, layout?.align ?? 8);
  ctx.bind(r, { kind: 'memory', address, ...(isText && { length: i64(1) }) });
}

/** Every dummy and local gets its place; what a bound names is served first. */
function enterVariables(ctx: Context, p: Procedure, body: Body): void {
  const of = p.origin === 'main' ? 'main' : 'call';
  for (const v of body.variables)
    if (!ctx.places.has(v) && !ctx.pending.has(v) && v.storage !== 'dummy')
      ctx.pending.set(v, () => declareLocal(ctx, v, of));
  for (const v of [...ctx.pending.keys()]) {
    const enter = ctx.pending.get(v);
    ctx.pending.delete(v);
    enter?.();
  }
}

function cellTypes(frame: Frame | undefined): readonly ValueType[] {
  return (frame?.contents ?? []).map((c) => (c === 'number' ? 'i64' : 'ptr.generic'));
}

function fillFrame(ctx: Context, frame: Frame): void {
  const cells: Expression[] = frame.contents.map(() => i64(0));
  for (const [v, first] of frame.cells)
    frameContents(ctx.placeOf(v)).forEach((x, i) => {
      cells[first + i] = x;
    });
  if (ctx.mode === 'device') {
    ctx.frameCells = cells.map((x, i) => (frame.contents[i] === 'number' || x.type === 'i64' ? x : generic(x)));
    return;
  }
  const address = ctx.slot('frame', 8 * cells.length, 8);
  ctx.frame = address;
  cells.forEach((x, i) => {
    ctx.store(x.type === 'i64' ? 'i64' : x.type === 'ptr.global' ? 'ptr.global' : 'ptr.host', address, x, 8 * i);
  });
  for (const [p, cell] of frame.functions)
    ctx.atStart(() => ctx.store('ptr.host', address, procedureValue(ctx, p), 8 * cell));
}

/** intent(out): allocatables become unallocated, objects get their defaults. */
function outInitial(ctx: Context, p: Procedure, side: Side): void {
  if (side === 'kernel') return;
  for (const d of p.signature.dummies) {
    if (d === 'alternate-return' || d.attributes.intent !== 'out') continue;
    const work = outWork(ctx, d);
    if (!work) continue;
    const place = ctx.placeOf(d);
    if (d.attributes.optional && place.kind !== 'register' && place.kind !== 'complex-register')
      ctx.if(notNull(place.kind === 'array' ? place.base : place.address), work);
    else work();
  }
}

function outWork(ctx: Context, d: Variable): (() => void) | undefined {
  const place = ctx.placeOf(d);
  if (d.attributes.allocatable && place.kind === 'descriptor')
    return () => ctx.parts.freeAllocatable(ctx, d, place.address);
  if (d.type.base !== 'derived' || d.attributes.pointer) return undefined;
  const type = d.type.type;
  if (d.type.polymorphic && place.kind === 'descriptor') return () => resetPolymorphic(ctx, d, place.address);
  if (place.kind === 'array' && d.shape?.kind !== 'assumed-size' && (hasDefaults(type) || needsRelease(type))) {
    const e = { kind: 'variable', variable: d, type: d.type, rank: rankOf(d.shape), span: d.span } as const;
    return () => endElements(ctx, type, e);
  }
  if (d.shape || place.kind !== 'memory') return undefined;
  return () => {
    ctx.parts.release(ctx, type, place.address);
    ctx.parts.initialize(ctx, type, place.address);
  };
}

function endElements(ctx: Context, type: DerivedType, e: Expr): void {
  const whole = isFinalized(type) && ctx.mode === 'host';
  if (whole) endArray(ctx, type, e, 'release', releaseDerived);
  ctx.parts.eachElement(ctx, e, (_, address) => {
    if (!address) return;
    if (!whole) ctx.parts.release(ctx, type, address);
    ctx.parts.initialize(ctx, type, address);
  });
}

/** Each object of a class(t) dummy gets the defaults of the type it has. */
function resetPolymorphic(ctx: Context, d: Variable, descriptor: Expression): void {
  if (d.shape?.kind === 'assumed-size' || d.shape?.kind === 'assumed-rank') return;
  const table = ctx.keep(load('ptr.host', descriptor, descriptorFields.type), 'type');
  if (!d.shape) {
    const object = ctx.keep(baseOf(ctx, d.attributes, descriptor));
    releaseDynamic(ctx, table, object);
    return void initializeDynamic(ctx, table, object);
  }
  const e = { kind: 'variable', variable: d, type: d.type, rank: rankOf(d.shape), span: d.span } as const;
  const each = (visit: (address: Expression) => void): void =>
    ctx.parts.eachElement(ctx, e, (_, address) => address && visit(address));
  const array = newDescriptor(ctx, e.rank);
  writeDescriptor(ctx, array, viewOf(ctx, e), table);
  releaseArrayDynamic(ctx, table, array, e.rank, each);
  each((address) => initializeDynamic(ctx, table, address));
}

// ---- body and ways out ----------------------------------------------------------------------------------------------------

function finishBody(ctx: Context, p: Procedure, body: Body, side: Side, results: readonly ValueType[]): void {
  if (hasAlternateReturns(p.signature)) {
    ctx.alternate = ctx.newLocal('alternate', 'i32');
    ctx.set(ctx.alternate, i32(0));
  }
  const statements = ctx.capture(() => ctx.parts.statements(ctx, body.statements));
  ctx.at = body.end;
  const cleanup = ctx.capture(() => {
    ctx.runExits();
    ctx.runEnds();
  });
  const leaves = (s: Statement): boolean => s.kind === 'break' && s.label === ctx.exitLabel;
  const values = results.length > 0 ? returned(ctx, p, side) : [];
  ctx.emitAll(ctx.begins);
  if (!ctx.returns || !someStatement(statements, leaves)) ctx.emitAll(statements);
  else if (cleanup.length === 0) ctx.emitAll(withReturns(statements, ctx.exitLabel, values));
  else ctx.emit({ kind: 'block', label: ctx.exitLabel, body: statements });
  ctx.emitAll(cleanup);
  ctx.emit({ kind: 'return', values });
}

function withReturns(list: readonly Statement[], label: string, values: readonly Expression[]): readonly Statement[] {
  return list.map((s): Statement => {
    if (s.kind === 'break' && s.label === label) return { kind: 'return', values, ...(s.at && { at: s.at }) };
    return mapStatement(s, { expression: (e) => e, body: (inner) => withReturns(inner, label, values) });
  });
}

function returned(ctx: Context, p: Procedure, side: Side): Expression[] {
  const values: Expression[] = [];
  const r = p.signature.result;
  const passing = resultPassing(p.signature, side);
  if (r && passing.how === 'value') {
    const place = ctx.placeOf(r);
    if (place.kind === 'register') {
      const x = local(place.local, place.type);
      values.push(...byValue(r.type, { kind: 'plain', x }));
    } else if (place.kind === 'complex-register') values.push(local(place.re, place.type), local(place.im, place.type));
    else if (place.kind === 'memory')
      values.push(
        ...(r.procedure || r.type.base === 'derived'
          ? passing.types.filter(isPointer).map((type) => load(type, place.address))
          : byValue(r.type, loadValue(ctx, r.type, place.address))),
      );
  }
  if (ctx.alternate !== undefined) values.push(local(ctx.alternate, 'i32'));
  return values;
}
