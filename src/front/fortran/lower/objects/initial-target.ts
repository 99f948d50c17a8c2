/** What a pointer is associated with from the start: a place and bounds that are known when the program is compiled. */
import { InternalError } from '../../../../base/impossible.ts';
import { componentOffset, constantInteger, layoutOf } from '../../layout.ts';
import type { Expr, Shape, Subscript } from '../../program.ts';
import type { ModuleBuilder } from '../module-builder.ts';

/** `lower` as a pointer takes it over: of a whole array its own, of everything else 1. `stride` in bytes. */
export type FixedAxis = { readonly lower: number; readonly extent: number; readonly stride: number };

export type FixedPlace = { readonly symbol: string; readonly addend: number; readonly axes: readonly FixedAxis[] };

export function fixedPlace(m: ModuleBuilder, e: Expr): FixedPlace {
  switch (e.kind) {
    case 'variable': {
      const v = e.variable;
      m.targets.add(v);
      const axes = axesOf(v.shape, sizeOf(e));
      if (v.overlay) return { symbol: v.overlay.name, addend: v.overlay.offset, axes };
      return { symbol: v.bindName ?? v.linkName, addend: 0, axes };
    }
    case 'part': {
      if (e.base.type.base !== 'derived') break;
      const base = fixedPlace(m, e.base);
      const { shape } = e.component;
      const axes = shape && e.base.rank === 0 ? axesOf(shape, sizeOf(e)) : base.axes;
      const addend = base.addend + componentOffset(e.base.type.type, e.component);
      return { symbol: base.symbol, addend, axes: e.base.rank > 0 ? fromOne(axes) : axes };
    }
    case 'element':
      return elementsOf(m, e);
    case 'substring': {
      const base = fixedPlace(m, e.base);
      const kind = e.type.base === 'character' ? e.type.kind : 1;
      return { ...base, addend: base.addend + ((e.from ? constant(e.from, e) : 1) - 1) * kind };
    }
    case 'complex-part': {
      const base = fixedPlace(m, e.base);
      return { ...base, addend: base.addend + (e.part === 'im' ? sizeOf(e) : 0), axes: fromOne(base.axes) };
    }
    default:
      break;
  }
  throw new InternalError('an initial target that is no variable', e.span);
}

/** In `objects(:)%a(2)` the subscripts are those of the component, the bounds those of the objects. */
function elementsOf(m: ModuleBuilder, e: Expr & { readonly kind: 'element' }): FixedPlace {
  const { base, subscripts } = e;
  const inner = fixedPlace(m, base);
  if (base.kind !== 'part' || base.base.rank === 0 || !base.component.shape) return sectionOf(inner, subscripts, e);
  const own = { ...inner, axes: axesOf(base.component.shape, sizeOf(e)) };
  return { ...sectionOf(own, subscripts, e), axes: inner.axes };
}

function sizeOf(e: Expr): number {
  return layoutOf(e.type)?.size ?? 0;
}

function constant(x: Expr, e: Expr): number {
  const n = constantInteger(x);
  if (n === undefined) throw new InternalError('an initial target whose place is not constant', e.span);
  return n;
}

function axesOf(shape: Shape | undefined, size: number): readonly FixedAxis[] {
  if (shape?.kind !== 'explicit') return [];
  let stride = size;
  return shape.bounds.map((b) => {
    const lower = constantInteger(b.lower) ?? 1;
    const extent = Math.max(0, (constantInteger(b.upper) ?? 0) - lower + 1);
    const axis = { lower, extent, stride };
    stride *= extent;
    return axis;
  });
}

function fromOne(axes: readonly FixedAxis[]): readonly FixedAxis[] {
  return axes.map((a) => ({ ...a, lower: 1 }));
}

function sectionOf(base: FixedPlace, subscripts: readonly Subscript[], e: Expr): FixedPlace {
  const axes: FixedAxis[] = [];
  let { addend } = base;
  subscripts.forEach((s, k) => {
    const axis = base.axes[k];
    if (!axis || s.kind === 'vector') throw new InternalError('an initial target without constant bounds', e.span);
    const first = s.kind === 'index' ? constant(s.value, e) : s.from ? constant(s.from, e) : axis.lower;
    addend += (first - axis.lower) * axis.stride;
    if (s.kind === 'index') return;
    const step = s.step ? constant(s.step, e) : 1;
    const last = s.to ? constant(s.to, e) : axis.lower + axis.extent - 1;
    axes.push({ lower: 1, extent: Math.max(0, Math.trunc((last - first + step) / step)), stride: axis.stride * step });
  });
  return { symbol: base.symbol, addend, axes };
}
