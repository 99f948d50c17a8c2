/** Static storage: module variables, saved variables, common blocks and equivalence sets, with their initial values. */
import { InternalError } from '../../../../base/impossible.ts';
import type { Global } from '../../../../ir/module.ts';
import { sizeNotConstant } from '../../errors/lowering.ts';
import { givenStretches } from '../../given-elements.ts';
import { componentOffset, isDescribed, layoutOf } from '../../layout.ts';
import { type PointedPart, pointedParts } from '../../pointed-parts.ts';
import type { Component, Variable } from '../../program.ts';
import type { ModuleBuilder } from '../module-builder.ts';
import { Image, storageSize, writeDefault, writeInitial, writePointer } from '../objects/static-data.ts';

export function staticPlacement(v: Variable): Global['placement'] {
  switch (v.attributes.placement) {
    case 'host':
    case 'pinned':
      return v.attributes.reached ? 'managed' : 'host';
    case 'managed':
      return 'managed';
    case 'device':
    case 'texture':
      return isDescribed(v.type, v.shape, v.attributes) ? 'managed' : 'global';
    case 'constant':
      return 'constant';
    case 'shared':
      return 'shared';
  }
}

/** Whether what is stored is a descriptor that devices read too. */
function isDescriptor(v: Variable): boolean {
  return staticPlacement(v) === 'managed' && isDescribed(v.type, v.shape, v.attributes);
}

/** Makes the variable's storage known; the name of its global. */
export function needStatic(m: ModuleBuilder, v: Variable): string {
  if (v.overlay) return needOverlay(m, v);
  const name = v.bindName ?? (v.linkName === '' ? `${v.owner?.linkName ?? ''}.${v.name}` : v.linkName);
  if (name === '') throw new InternalError(`${v.name} has no storage`, v.span);
  if (m.hasGlobal(name)) return name;
  const size = v.procedure ? { size: 8, align: 8 } : storageSize(v);
  if (!size) {
    m.diagnostics.push(sizeNotConstant(v.name, v.span));
    m.addGlobal(defineStatic(m, { ...v, shape: undefined, initial: undefined }, name, { size: 8, align: 8 }));
    return name;
  }
  m.addGlobal(v.imported ? externOf(v, name, size) : defineStatic(m, v, name, size));
  return name;
}

type Size = { readonly size: number; readonly align: number };

function externOf(v: Variable, name: string, size: Size): Global {
  const byHost = isDescriptor(v) && { byHost: true };
  return {
    name,
    placement: staticPlacement(v),
    ...atLeast(size),
    ...byHost,
    ...ofThread(v),
    linkage: 'extern',
    init: [],
  };
}

function ofThread(v: Variable): Pick<Global, 'own'> {
  return v.ofThread ? { own: true } : {};
}

function atLeast(size: Size): Size {
  return { size: Math.max(1, size.size), align: size.size >= 64 ? Math.max(size.align, 64) : size.align };
}

function defineStatic(m: ModuleBuilder, v: Variable, name: string, size: Size): Global {
  const image = needsImage(v) ? imageOf(m, v, size.size) : undefined;
  return {
    name,
    placement: staticPlacement(v),
    ...atLeast(size),
    ...(isDescriptor(v) && { byHost: true }),
    ...ofThread(v),
    ...(!image && isUndefined(v) && { undefined: true }),
    linkage: v.bindName ? 'common' : 'define',
    init: image?.init ?? [],
    ...(image && image.relocations.length > 0 && { relocations: image.relocations }),
  };
}

/** Data of devices that no C code knows, which begins with zeros. */
function isUndefined({ attributes: { placement }, bindName }: Variable): boolean {
  return (placement === 'device' || placement === 'managed') && !bindName;
}

function needsImage(v: Variable): boolean {
  return (
    v.initial !== undefined ||
    v.type.base === 'derived' ||
    isDescribed(v.type, v.shape, v.attributes) ||
    v.procedure !== undefined
  );
}

function imageOf(m: ModuleBuilder, v: Variable, size: number): Image {
  const image = new Image(size);
  writeVariable(m, image, 0, v);
  for (const part of pointedParts(v)) writePointed(m, image, v, part);
  return image;
}

function writePointed(m: ModuleBuilder, image: Image, v: Variable, { path, target }: PointedPart): void {
  let at = 0;
  let of: Variable | Component = v;
  for (const step of path) {
    if (step.kind === 'index') at += step.at * (layoutOf(of.type)?.size ?? 0);
    else {
      if (of.type.base === 'derived') at += componentOffset(of.type.type, step.component);
      of = step.component;
    }
  }
  writePointer(m, image, at, of, target);
}

function writeVariable(m: ModuleBuilder, image: Image, at: number, v: Variable): void {
  if (v.initial?.kind === 'value' && !isDescribed(v.type, v.shape, v.attributes))
    writeInitial(m, image, at, v, v.initial.value);
  else writeDefault(m, image, at, v);
}

// ---- common blocks and equivalence --------------------------------------------------------------------------------------

type Overlaid = { size: number; align: number; readonly images: { readonly at: number; readonly image: Overlay }[] };
type Overlay = Pick<Image, 'init' | 'relocations'>;
const overlays = new WeakMap<ModuleBuilder, Map<string, Overlaid & { readonly seen: Set<Variable> }>>();

function needOverlay(m: ModuleBuilder, v: Variable): string {
  const overlay = v.overlay;
  const size = storageSize(v);
  if (!overlay || !size) throw new InternalError(`the size of ${v.name} is not constant`, v.span);
  let known = overlays.get(m);
  if (!known) {
    known = new Map();
    overlays.set(m, known);
  }
  let set = known.get(overlay.name);
  if (!set) {
    set = { size: 0, align: 8, images: [], seen: new Set() };
    known.set(overlay.name, set);
  }
  if (set.seen.has(v)) return overlay.name;
  set.seen.add(v);
  set.size = Math.max(set.size, overlay.offset + size.size);
  set.align = Math.max(set.align, size.align);
  if (needsImage(v) && (overlay.common || !v.imported))
    set.images.push({ at: overlay.offset, image: givenPart(v, imageOf(m, v, size.size), size.size) });
  m.setGlobal({
    name: overlay.name,
    placement: staticPlacement(v),
    size: Math.max(1, set.size),
    align: Math.max(16, set.align),
    ...ofThread(v),
    linkage: overlay.common ? 'common' : v.imported ? 'extern' : 'define',
    init: set.images.flatMap(({ at, image }) => image.init.map((i) => ({ offset: at + i.offset, bytes: i.bytes }))),
    relocations: set.images.flatMap(({ at, image }) => image.relocations.map((r) => ({ ...r, offset: at + r.offset }))),
  });
  return overlay.name;
}

/** Elements without a value leave the storage to others. */
function givenPart(v: Variable, image: Image, size: number): Overlay {
  const values = v.initial?.kind === 'value' && v.initial.value.kind === 'constant-array' ? v.initial.value.values : [];
  const stretches = givenStretches(values);
  if (!stretches) return image;
  const all = new Uint8Array(size);
  for (const { offset, bytes } of image.init) all.set(bytes, offset);
  const element = size / values.length;
  const init = stretches.map(([from, to]) => ({
    offset: from * element,
    bytes: all.slice(from * element, to * element),
  }));
  return { init, relocations: image.relocations };
}
