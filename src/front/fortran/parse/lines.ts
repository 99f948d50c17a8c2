/**
 * What one statement says before it is put in its place: whole declarations and actions, and the first, middle and
 * last statements of units and constructs.
 */
import type { Span } from '../../../base/source.ts';
import type * as tree from '../tree.ts';

type At = { readonly span: Span; readonly label: tree.Label | undefined };

export type Line = At &
  (
    | { readonly kind: 'declaration'; readonly node: tree.Declaration }
    | { readonly kind: 'action'; readonly node: tree.Executable }
    /** May stand among declarations and among actions. */
    | { readonly kind: 'either'; readonly node: tree.Data | tree.Namelist | tree.Format | tree.Entry }
    | UnitHeading
    | SpecificationLine
    | ConstructLine
    /** `what` is undefined for a bare `end`. */
    | {
        readonly kind: 'end';
        readonly what: Ending | undefined;
        readonly name: tree.Name | undefined;
        /** Of an interface. */
        readonly spec?: tree.GenericSpec;
      }
    /** A mistake stands here that is reported already. */
    | { readonly kind: 'broken' }
  );

export type Ending =
  | 'program'
  | 'module'
  | 'submodule'
  | 'subroutine'
  | 'function'
  | 'procedure'
  | 'block data'
  | 'type'
  | 'interface'
  | 'enum'
  | 'if'
  | 'do'
  | 'select'
  | 'where'
  | 'forall'
  | 'associate'
  | 'block'
  | 'critical'
  | 'team'
  | 'structure'
  | 'union'
  | 'map';

export type UnitHeading =
  | { readonly kind: 'program'; readonly name: tree.Name }
  | { readonly kind: 'module'; readonly name: tree.Name }
  | {
      readonly kind: 'submodule';
      readonly ancestor: tree.Name;
      readonly parent: tree.Name | undefined;
      readonly name: tree.Name;
    }
  | { readonly kind: 'block data'; readonly name: tree.Name | undefined }
  | ProcedureHeading
  /** `module procedure a, b`: in an interface a list, elsewhere a heading. */
  | { readonly kind: 'module procedure'; readonly names: readonly tree.Name[] };

export type ProcedureHeading = {
  readonly kind: 'subroutine' | 'function';
  readonly prefixes: readonly tree.Prefix[];
  readonly type: tree.TypeSpec | undefined;
  readonly name: tree.Name;
  readonly dummies: readonly tree.Dummy[];
  readonly result: tree.Name | undefined;
  readonly bind: tree.Bind | undefined;
};

export type TypeHeading = {
  readonly kind: 'type';
  readonly name: tree.Name;
  readonly parameters: readonly tree.Name[];
  /** Parentheses with nothing in them. */
  readonly withoutParameters: Span | undefined;
  readonly access: 'public' | 'private' | undefined;
  readonly abstract: boolean;
  readonly extends: tree.Name | undefined;
  readonly bind: tree.Bind | undefined;
};

/** DEC's `structure /name/ fields`: `fields` where it stands in another one. */
export type StructureHeading = {
  readonly kind: 'structure';
  readonly name: tree.Name | undefined;
  readonly fields: readonly tree.Entity[];
};

export type SpecificationLine =
  | StructureHeading
  | { readonly kind: 'union' | 'map' }
  | { readonly kind: 'contains' }
  | { readonly kind: 'sequence' }
  | TypeHeading
  | { readonly kind: 'interface'; readonly abstract: boolean; readonly spec: tree.GenericSpec | undefined }
  | { readonly kind: 'enum' }
  | { readonly kind: 'enumerators'; readonly items: readonly tree.Enumerator[] }
  /** `procedure` in a type, after its `contains`, in an interface, among declarations. */
  | {
      readonly kind: 'procedure';
      readonly interface: tree.Name | tree.TypeSpec | undefined;
      readonly attributes: readonly tree.Attribute[];
      readonly entities: readonly tree.ProcedureEntity[];
    }
  | { readonly kind: 'binding'; readonly node: tree.Binding };

/** The name of the construct, where a statement may repeat it. */
type Named = { readonly name: tree.Name | undefined };

export type ConstructHeading =
  | (Named & { readonly kind: 'if'; readonly condition: tree.Expression })
  | (Named & {
      readonly kind: 'do';
      readonly control: tree.LoopControl | undefined;
      readonly endLabel: tree.Label | undefined;
    })
  | (Named & { readonly kind: 'select case'; readonly selector: tree.Expression })
  | (Named & {
      readonly kind: 'select type' | 'select rank';
      readonly associate: tree.Name | undefined;
      readonly selector: tree.Expression;
    })
  | (Named & { readonly kind: 'block' | 'critical' })
  | (Named & { readonly kind: 'change team'; readonly arguments: readonly tree.Argument[] })
  | (Named & { readonly kind: 'associate'; readonly associations: readonly tree.Association[] })
  | (Named & { readonly kind: 'where'; readonly mask: tree.Expression })
  | (Named & { readonly kind: 'forall'; readonly header: tree.IndexHeader });

export type ConstructLine =
  | ConstructHeading
  | { readonly kind: 'cuf kernel'; readonly directive: tree.CufKernel }
  /** With what it governs still to come. */
  | { readonly kind: 'directive'; readonly directive: tree.Directive; readonly holds: 'block' | 'loop' | 'statement' }
  | {
      readonly kind: 'end directive';
      readonly model: tree.Directive['model'];
      readonly name: string;
      readonly clauses: readonly tree.Clause[];
    }
  | (Named & { readonly kind: 'else if'; readonly condition: tree.Expression })
  | (Named & { readonly kind: 'else' })
  | (Named & { readonly kind: 'elsewhere'; readonly mask: tree.Expression | undefined })
  | (Named & { readonly kind: 'case'; readonly ranges: readonly tree.CaseRange[] | undefined })
  | (Named & { readonly kind: 'type guard'; readonly guard: tree.TypeGuard })
  | (Named & { readonly kind: 'rank'; readonly rank: tree.Expression | tree.Star | 'default' });

/** A line without its place, as the parsers of single statements make it. */
export type Bare<T> = T extends unknown ? Omit<T, 'span' | 'label'> : never;
