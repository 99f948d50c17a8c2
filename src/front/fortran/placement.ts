/** Where the data of an expression lies, and whether host code may touch it directly. */

import { impossible } from '../../base/impossible.ts';
import type { Actual, Expr, Placement, Subscript } from './program.ts';
import { signatureOf } from './signature-of.ts';

/** The memory that a variable or a part of one lies in; a computed value lies with the code that computes it: `host`. */
export function placementOf(e: Expr): Placement {
  switch (e.kind) {
    case 'variable':
      return e.variable.storage === 'associate' && e.variable.associated && e.variable.attributes.placement === 'host'
        ? placementOf(e.variable.associated)
        : e.variable.attributes.placement;
    case 'part':
      return partPlacement(e.component.attributes.placement, e.component.attributes, e.base);
    case 'complex-part':
    case 'element':
    case 'substring':
      return placementOf(e.base);
    case 'call':
      return signatureOf(e.callee).result?.attributes.placement ?? 'host';
    default:
      return 'host';
  }
}

/** Allocated components lie where their attribute says, others inside their object. */
function partPlacement(own: Placement, a: { allocatable: boolean; pointer: boolean }, base: Expr): Placement {
  if (own !== 'host') return own;
  return a.allocatable || a.pointer ? 'host' : placementOf(base);
}

/** Memory that host code cannot read or write by itself. */
export function onDeviceOnly(p: Placement): boolean {
  return p === 'device' || p === 'constant' || p === 'shared' || p === 'texture';
}

/** Memory that device code can read or write. */
export function onDevice(p: Placement): boolean {
  return onDeviceOnly(p) || p === 'managed';
}

/** Intrinsics that ask about an array and do not read its data. */
const inquiries = new Set([
  'size',
  'shape',
  'lbound',
  'ubound',
  'kind',
  'len',
  'allocated',
  'associated',
  'present',
  'rank',
  'loc',
  'c_loc',
  'c_devloc',
  'storage_size',
  'sizeof',
  'c_sizeof',
  'is_contiguous',
  'epsilon',
  'huge',
  'tiny',
  'digits',
  'precision',
  'range',
  'bit_size',
]);

/** The first device data whose value host code needs for this expression; undefined where there is none. */
export function deviceDataIn(e: Expr): Expr | undefined {
  switch (e.kind) {
    case 'constant':
    case 'constant-array':
    case 'null':
    case 'procedure':
    case 'builtin':
      return undefined;
    case 'variable':
    case 'complex-part':
    case 'part':
    case 'substring':
    case 'element':
      return onDeviceOnly(placementOf(e)) ? e : inDesignator(e);
    case 'convert':
      return deviceDataIn(e.value);
    case 'unary':
      return deviceDataIn(e.operand);
    case 'binary':
      return deviceDataIn(e.left) ?? deviceDataIn(e.right);
    case 'call':
      return firstIn(e.args.filter((_a, i) => !byReference(e, i)).map(exprOf));
    case 'intrinsic':
      return inquiries.has(e.name) ? undefined : firstIn(e.args);
    case 'library-call':
      return undefined;
    case 'array-constructor':
      return firstIn(e.items.flatMap((i) => (i.kind === 'value' ? [i.value] : [i.from, i.to])));
    case 'structure':
      return firstIn([...e.values, e.parent?.value]);
    default:
      return impossible(e);
  }
}

function byReference(e: Extract<Expr, { kind: 'call' }>, i: number): boolean {
  const dummy = signatureOf(e.callee).dummies[i];
  return dummy !== undefined && dummy !== 'alternate-return' && dummy.attributes.placement !== 'host';
}

function exprOf(a: Actual): Expr | undefined {
  return a && a.kind !== 'alternate-return' ? a : undefined;
}

function firstIn(list: readonly (Expr | undefined)[]): Expr | undefined {
  for (const e of list) {
    const found = e && deviceDataIn(e);
    if (found) return found;
  }
  return undefined;
}

function inDesignator(e: Expr): Expr | undefined {
  switch (e.kind) {
    case 'element':
      return inDesignator(e.base) ?? inSubscripts(e.subscripts);
    case 'substring':
      return inDesignator(e.base) ?? firstIn([e.from, e.to]);
    case 'part':
    case 'complex-part':
      return inDesignator(e.base);
    case 'variable':
      return undefined;
    default:
      return deviceDataIn(e);
  }
}

function inSubscripts(list: readonly Subscript[]): Expr | undefined {
  for (const s of list) {
    const found = s.kind === 'range' ? firstIn([s.from, s.to, s.step]) : deviceDataIn(s.value);
    if (found) return found;
  }
  return undefined;
}
