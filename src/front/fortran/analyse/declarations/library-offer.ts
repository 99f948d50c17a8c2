/** Modules that come with the compiler, as names of the program: made from their rows when somebody asks. */
import { nowhere } from '../../../../base/source.ts';
import type {
  LibraryConstant,
  LibraryModule,
  LibraryType,
  Routine,
  RowType,
} from '../../../../library/library-module.ts';
import { libraryModules } from '../../../../library/modules.ts';
import { plainAttributes } from '../../plain-attributes.ts';
import type {
  Component,
  ConstantValue,
  DerivedType,
  Expr,
  Generic,
  NamedConstant,
  ProgramSymbol,
  Shape,
  Type,
} from '../../program.ts';
import type { Offer } from '../context.ts';
import { int8, knownLength } from '../expressions/make.ts';

const offers = new Map<string, Offer>();

export function isLibraryModule(name: string): boolean {
  return moduleNamed(name) !== undefined;
}

export function libraryModuleNames(): string[] {
  return [...libraryModules.keys()];
}

function moduleNamed(name: string): LibraryModule | undefined {
  return libraryModules.get(name);
}

export function libraryOffer(name: string): Offer | undefined {
  const known = offers.get(name);
  if (known) return known;
  const module = moduleNamed(name);
  if (!module) return undefined;
  const offer = makeOffer(module);
  offers.set(name, offer);
  return offer;
}

function makeOffer(module: LibraryModule): Offer {
  const included = (module.includes ?? []).flatMap((name) => libraryOffer(name.toLowerCase()) ?? []);
  const routines = byLowerCase(module.routines);
  const constants = byLowerCase(module.constants);
  const types = byLowerCase(module.types);
  const operators = new Map(
    Object.entries(module.operators ?? {}).map(([key, row]) => [key, operator(module, key, row)]),
  );
  const made = new Map<string, ProgramSymbol | undefined>();
  const own = (name: string): ProgramSymbol | undefined => {
    const routine = routines.get(name);
    if (routine) return { kind: 'library-routine', name: routine.spelt, module, routine: routine.row };
    const constant = constants.get(name);
    if (!constant) return undefined;
    const type = typeOfRow(module, constant.row.type);
    return {
      kind: 'constant',
      name,
      linkName: `${module.name}.${name}`,
      span: nowhere,
      type,
      ...constantOf(constant.row.value, type),
    };
  };
  return {
    name: module.name.toLowerCase(),
    find(name) {
      if (!made.has(name)) made.set(name, own(name) ?? firstOf(included, (o) => o.find(name)));
      return made.get(name);
    },
    findType(name) {
      const row = types.get(name);
      return row ? libraryType(module, row.spelt, row.row) : firstOf(included, (o) => o.findType(name));
    },
    findOperator: (key) => operators.get(key) ?? firstOf(included, (o) => o.findOperator(key)),
    *names() {
      yield* routines.keys();
      yield* constants.keys();
      yield* types.keys();
      for (const o of included) yield* o.names();
    },
  };
}

function operator(module: LibraryModule, key: string, routine: Routine): Generic {
  const own = { kind: 'library-routine', name: `operator(${key})`, module, routine } as const;
  return { kind: 'generic', name: key, span: nowhere, procedures: [own] };
}

function firstOf<T>(offers: readonly Offer[], ask: (o: Offer) => T | undefined): T | undefined {
  for (const o of offers) {
    const found = ask(o);
    if (found) return found;
  }
  return undefined;
}

function byLowerCase<T>(rows: Readonly<Record<string, T>>): Map<string, { spelt: string; row: T }> {
  return new Map(Object.entries(rows).map(([spelt, row]) => [spelt.toLowerCase(), { spelt, row }]));
}

/** Shape and value of a named constant. */
function constantOf(value: LibraryConstant['value'], type: Type): Pick<NamedConstant, 'shape' | 'value'> {
  if (typeof value !== 'object') return { shape: undefined, value: constantValue(value, type) };
  const values = value.map((v): ConstantValue => (type.base === 'integer' ? BigInt(v) : v));
  const array: Expr = { kind: 'constant-array', extents: [value.length], values, type, rank: 1, span: nowhere };
  return { shape: explicitShape([value.length]), value: array };
}

function constantValue(value: number | bigint | string, type: Type): Expr {
  const rounded = type.base === 'integer' ? BigInt(value) : value;
  if (type.base === 'character' && typeof value === 'string')
    return {
      kind: 'constant',
      value,
      type: { ...type, length: knownLength(value.length, nowhere) },
      rank: 0,
      span: nowhere,
    };
  if (type.base === 'logical') return { kind: 'constant', value: Number(value) !== 0, type, rank: 0, span: nowhere };
  if (type.base === 'derived')
    return { kind: 'constant', value: { components: [BigInt(value)] }, type, rank: 0, span: nowhere };
  return { kind: 'constant', value: rounded, type, rank: 0, span: nowhere };
}

const types = new WeakMap<LibraryType, DerivedType>();

function libraryType(module: LibraryModule, name: string, row: LibraryType): DerivedType {
  const known = types.get(row);
  if (known) return known;
  const type: DerivedType = {
    kind: 'derived-type',
    name: name.toLowerCase(),
    id: `${module.name}::${name}`.toLowerCase(),
    span: nowhere,
    extends: undefined,
    abstract: false,
    sequence: false,
    bindC: true,
    components: [],
    bindings: [],
    generics: new Map(),
    finals: [],
    library: row,
  };
  types.set(row, type);
  type.components = row.components.map((c): Component => {
    const t = typeOfRow(module, c.type);
    return {
      kind: 'component',
      name: c.name.toLowerCase(),
      span: nowhere,
      type: t,
      shape: c.extents && explicitShape(c.extents),
      attributes: plainAttributes,
      private: row.opaque === true,
      initial: c.default === undefined ? undefined : { kind: 'value', value: constantValue(c.default, t) },
      procedure: undefined,
    };
  });
  return type;
}

function explicitShape(extents: readonly number[]): Shape {
  return { kind: 'explicit', bounds: extents.map((n) => ({ lower: int8(1, nowhere), upper: int8(n, nowhere) })) };
}

/** A row's type; derived types may stand in an included module. */
export function typeOfRow(module: LibraryModule, row: RowType): Type {
  switch (row.base) {
    case 'derived': {
      const type = libraryOffer(row.module ?? module.name.toLowerCase())?.findType(row.name.toLowerCase());
      if (!type) throw new Error(`library module ${module.name} has no type ${row.name}`);
      return { base: 'derived', type, polymorphic: false };
    }
    case 'character':
      return { base: 'character', kind: 1, length: knownLength(row.length, nowhere) };
    case 'integer':
    case 'logical':
      return { base: row.base, kind: row.kind === 1 ? 1 : row.kind === 2 ? 2 : row.kind === 8 ? 8 : 4 };
    case 'real':
      return { base: 'real', kind: row.kind === 2 ? 2 : row.kind === 8 ? 8 : 4 };
    default:
      return { base: 'complex', kind: row.kind === 8 ? 8 : 4 };
  }
}
