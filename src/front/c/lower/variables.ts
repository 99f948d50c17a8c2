/** Where variables lie. */
import type { Span } from '../../../base/source.ts';
import { op } from '../../../ir/build.ts';
import type { PointerType } from '../../../ir/types.ts';
import { deviceVariableOnHost, hostVariableOnDevice } from '../errors.ts';
import { isConstant } from '../parse/constants.ts';
import type { Placement, VariableSymbol } from '../tree.ts';
import { isConstType } from '../types.ts';
import type { FunctionLowering, Place } from './function.ts';

const spaces: Readonly<Partial<Record<Placement, PointerType>>> = {
  device: 'ptr.global',
  constant: 'ptr.constant',
  shared: 'ptr.shared',
  managed: 'ptr.global',
};

export function variableAddress(f: FunctionLowering, v: VariableSymbol, at: Span): Place {
  const where = f.where(v);
  if (where && 'place' in where) return where.place;
  if (v.placement === 'automatic' || v.placement === 'parameter') {
    const made = f.slotFor(v.name, v.type, v.align);
    f.bind(v, { place: made });
    return made;
  }
  if (v.placement === 'dynamic-shared') return { pointer: { kind: 'dynamic-shared', type: 'ptr.shared' }, offset: 0 };
  f.unit.use(v);
  if (f.mode === 'host') {
    if (v.placement === 'shared') f.report(deviceVariableOnHost(v.name, at));
    const onHost = v.placement === 'static' || v.placement === 'managed';
    return {
      pointer: { kind: 'global', type: onHost ? 'ptr.host' : (spaces[v.placement] ?? 'ptr.global'), name: v.symbol },
      offset: 0,
    };
  }
  if (v.placement === 'static') {
    const twin = v.twin ?? onBothSides(v);
    if (twin) {
      f.unit.use(twin);
      return { pointer: { kind: 'global', type: 'ptr.global', name: twin.symbol }, offset: 0 };
    }
    f.report(hostVariableOnDevice(v.name, at));
    return { pointer: f.newSlot(v.name, 8, 8), offset: 0 };
  }
  return { pointer: { kind: 'global', type: spaces[v.placement] ?? 'ptr.global', name: v.symbol }, offset: 0 };
}

/** Tables that nobody writes to are there for device code too. */
function onBothSides(v: VariableSymbol): VariableSymbol | undefined {
  if (!v.defined || !v.initial || !isConstType(v.type) || !isConstant(v.initial)) return undefined;
  return { ...v, symbol: `${v.symbol}@device`, placement: 'device' };
}

export const isOnHost = (place: Place): boolean => place.pointer.type === 'ptr.host';
export const generic = (place: Place): Place => ({
  ...place,
  pointer: op('cast.space', [place.pointer], 'ptr.generic'),
});
