/**
 * The syntax tree of CUDA Fortran: what the parser makes and everything after it reads.
 * Knows words and structure only; what a name means is decided later.
 * Names are lower-cased; the span gives the spelling in the source.
 */
import type { Source, Span } from '../../base/source.ts';

type At = { readonly span: Span };
/** Statements may carry a numeric label. */
type Statement = At & { readonly label: Label | undefined };

export type File = At & {
  readonly kind: 'file';
  readonly source: Source;
  readonly units: readonly ProgramUnit[];
  /** Whether some statement defines a type with parameters or gives parameters to one. */
  readonly typesWithParameters: boolean;
  /** Whether some statement has a label, or is one that may stand anywhere: a format, entry, data or namelist statement. */
  readonly labels: boolean;
};
export type Name = At & { readonly kind: 'name'; readonly text: string };
export type Label = At & { readonly kind: 'label'; readonly value: number };

/** `*` where a value may stand: an assumed length, a launch extent, a unit, a format, an upper bound. */
export type Star = At & { readonly kind: 'star' };
/** `:` as a type parameter: deferred. */
export type Colon = At & { readonly kind: 'colon' };

// ---- program units ----------------------------------------------------------------------------------------------

export type ProgramUnit = MainProgram | Module | Submodule | Procedure | BlockData;
export type Procedure = Subroutine | FunctionUnit | ModuleProcedure;

/** What every unit has. `heading` is its first statement, `end` its last (for a main program without `program`: the first statement). */
type Unit = Statement & { readonly heading: Span; readonly end: Span; readonly specification: readonly Declaration[] };

export type MainProgram = Unit & {
  readonly kind: 'program';
  readonly name: Name | undefined;
  readonly execution: readonly Executable[];
  readonly contains: readonly Procedure[];
};
export type Module = Unit & { readonly kind: 'module'; readonly name: Name; readonly contains: readonly Procedure[] };
/** `submodule (ancestor:parent) name`; `parent` is undefined where the ancestor is the parent. */
export type Submodule = Unit & {
  readonly kind: 'submodule';
  readonly ancestor: Name;
  readonly parent: Name | undefined;
  readonly name: Name;
  readonly contains: readonly Procedure[];
};
export type BlockData = Unit & { readonly kind: 'block-data'; readonly name: Name | undefined };
export type Subroutine = Unit & {
  readonly kind: 'subroutine';
  readonly prefixes: readonly Prefix[];
  readonly name: Name;
  readonly dummies: readonly Dummy[];
  readonly bind: Bind | undefined;
  readonly execution: readonly Executable[];
  readonly contains: readonly Procedure[];
};
export type FunctionUnit = Unit & {
  readonly kind: 'function';
  readonly prefixes: readonly Prefix[];
  /** The type written before `function`, if any. */
  readonly type: TypeSpec | undefined;
  readonly name: Name;
  readonly dummies: readonly Dummy[];
  readonly result: Name | undefined;
  readonly bind: Bind | undefined;
  readonly execution: readonly Executable[];
  readonly contains: readonly Procedure[];
};
/** `module procedure name` with a body: the interface stands in a parent module. */
export type ModuleProcedure = Unit & {
  readonly kind: 'module-procedure';
  readonly name: Name;
  readonly execution: readonly Executable[];
  readonly contains: readonly Procedure[];
};

export type Dummy = Name | Star;

export type Prefix =
  | (At & { readonly kind: 'prefix-word'; readonly word: PrefixWord })
  | (At & { readonly kind: 'attributes'; readonly targets: readonly ProcedureTarget[] })
  | (At & { readonly kind: 'launch-bounds'; readonly arguments: readonly Expression[] })
  | (At & { readonly kind: 'cluster-dims'; readonly arguments: readonly Expression[] });
export type PrefixWord = 'recursive' | 'non_recursive' | 'pure' | 'elemental' | 'impure' | 'simple' | 'module';
export type ProcedureTarget = 'global' | 'device' | 'host' | 'grid_global';

// ---- declarations -----------------------------------------------------------------------------------------------

/**
 * A statement or construct of a specification part. An `assignment` here stands before other declarations: it can only
 * be a statement function. The first assignments of the execution part may be statement functions too: whoever knows
 * the names decides.
 */
export type Declaration =
  | Use
  | Import
  | ImplicitNone
  | Implicit
  | TypeDeclaration
  | AttributeStatement
  | AccessStatement
  | ParameterStatement
  | Common
  | Equivalence
  | Data
  | Namelist
  | CrayPointer
  | TypeDefinition
  | EnumDefinition
  | Interface
  | ProcedureDeclaration
  | Format
  | Entry
  | Assignment
  | IgnoreTkr
  | Directive;

export type Use = Statement & {
  readonly kind: 'use';
  readonly module: Name;
  readonly nature: 'intrinsic' | 'non_intrinsic' | undefined;
  /** With `only`, nothing but the items is taken; without, the items are renames. */
  readonly only: boolean;
  readonly items: readonly UseItem[];
};
/** `local => original`; the same twice where nothing is renamed. */
export type UseItem = At & { readonly kind: 'use-item'; readonly local: GenericSpec; readonly original: GenericSpec };

export type GenericSpec =
  | Name
  /** `operator(+)`, `operator(.cross.)`: the operator as in Unary, Binary; a defined one without its dots. */
  | (At & {
      readonly kind: 'generic-operator';
      readonly operator: UnaryOperator | BinaryOperator | string;
      readonly defined: boolean;
    })
  | (At & { readonly kind: 'generic-assignment' })
  | (At & {
      readonly kind: 'generic-io';
      readonly direction: 'read' | 'write';
      readonly form: 'formatted' | 'unformatted';
    });

export type Import = Statement & {
  readonly kind: 'import';
  readonly what: 'names' | 'only' | 'none' | 'all';
  readonly names: readonly Name[];
};
export type ImplicitNone = Statement & {
  readonly kind: 'implicit-none';
  readonly type: boolean;
  readonly external: boolean;
};
export type Implicit = Statement & { readonly kind: 'implicit'; readonly rules: readonly ImplicitRule[] };
export type ImplicitRule = At & {
  readonly kind: 'implicit-rule';
  readonly type: TypeSpec;
  readonly letters: readonly LetterRange[];
};
export type LetterRange = At & { readonly kind: 'letters'; readonly from: string; readonly to: string };

export type TypeSpec = IntrinsicType | DerivedType | AnyType;
export type IntrinsicType = At & {
  readonly kind: 'intrinsic-type';
  readonly type: IntrinsicTypeName;
  /** `(kind=…)`, `(8)`. */
  readonly kindParameter: Expression | undefined;
  /** `*8` as in `real*8`, `complex*16`: bytes of storage. */
  readonly bytes: number | undefined;
  /** Of character: `*5`, `(len=n)`, `(*)`, `(:)`. */
  readonly length: TypeParameter | undefined;
};
export type IntrinsicTypeName =
  | 'integer'
  | 'real'
  | 'double precision'
  | 'complex'
  | 'double complex'
  | 'logical'
  | 'character'
  | 'byte';
/** `type(t)`, `class(t)`, `type(t(4, n))`; bare in constructors, `type is (t)` and `allocate (t :: …)`. */
export type DerivedType = At & {
  readonly kind: 'derived-type';
  readonly polymorphic: boolean;
  readonly name: Name;
  readonly parameters: readonly TypeArgument[];
};
/** `class(*)` or `type(*)`. */
export type AnyType = At & { readonly kind: 'any-type'; readonly polymorphic: boolean };
export type TypeParameter = Expression | Star | Colon;
export type TypeArgument = At & {
  readonly kind: 'type-argument';
  readonly keyword: Name | undefined;
  readonly value: TypeParameter;
};

export type TypeDeclaration = Statement & {
  readonly kind: 'type-declaration';
  readonly type: TypeSpec;
  readonly attributes: readonly Attribute[];
  readonly entities: readonly Entity[];
  /** A comma between the type and the first entity. */
  readonly comma?: Span | undefined;
};
export type Entity = At & {
  readonly kind: 'entity';
  readonly name: Name;
  readonly shape: Shape | undefined;
  readonly coshape: Shape | undefined;
  /** `character c*5`. */
  readonly length: TypeParameter | undefined;
  /** `integer i*8`. */
  readonly bytes: number | undefined;
  readonly initial: Initial | undefined;
  /** Fields of a structure with the same number lie in one place. */
  readonly union?: number;
};
export type Initial =
  /** `= value`. */
  | (At & { readonly kind: 'initial-value'; readonly value: Expression })
  /** `=> target`. */
  | (At & { readonly kind: 'initial-target'; readonly target: Expression })
  /** The old `/1, 2*0/`. */
  | (At & { readonly kind: 'initial-data'; readonly values: readonly DataValue[] });

export type Attribute =
  | WordAttribute
  | (At & { readonly kind: 'dimension'; readonly shape: Shape })
  | (At & { readonly kind: 'codimension'; readonly shape: Shape })
  | (At & { readonly kind: 'intent'; readonly intent: 'in' | 'out' | 'inout' })
  /** `pass(self)`, `pass`, `nopass` of procedure components and bindings. */
  | (At & { readonly kind: 'pass'; readonly name: Name | undefined })
  | Bind;
export type WordAttribute = At & { readonly kind: 'word-attribute'; readonly word: AttributeWord };
/** `bind(c, name='…')`. */
export type Bind = At & { readonly kind: 'bind'; readonly name: Expression | undefined };
export type AttributeWord =
  | DataPlacement
  | 'allocatable'
  | 'pointer'
  | 'target'
  | 'optional'
  | 'parameter'
  | 'save'
  | 'value'
  | 'contiguous'
  | 'volatile'
  | 'asynchronous'
  | 'protected'
  | 'external'
  | 'intrinsic'
  | 'static'
  | 'automatic'
  | 'public'
  | 'private'
  | 'kind'
  | 'len'
  | 'nopass'
  | 'deferred'
  | 'non_overridable';
/** Where CUDA Fortran puts data. */
export type DataPlacement = 'device' | 'managed' | 'unified' | 'constant' | 'shared' | 'pinned' | 'texture' | 'local';

export type Shape = At & { readonly kind: 'shape'; readonly dimensions: readonly Dimension[] };
export type Dimension =
  /** `n`, `l:u`. */
  | (At & { readonly kind: 'explicit'; readonly lower: Expression | undefined; readonly upper: Expression })
  /** `:`, `l:` (deferred or assumed shape). */
  | (At & { readonly kind: 'deferred'; readonly lower: Expression | undefined })
  /** `*`, `l:*`. */
  | (At & { readonly kind: 'assumed-size'; readonly lower: Expression | undefined })
  /** `..`. */
  | (At & { readonly kind: 'assumed-rank' });

/** `attributes(device) :: a`, `dimension a(5)`, `save`, `intent(in) x`, `external f`, `bind(c) :: /blk/`. */
export type AttributeStatement = Statement & {
  readonly kind: 'attribute-statement';
  readonly attributes: readonly Attribute[];
  /** Empty: everything (`save`). */
  readonly items: readonly AttributeItem[];
};
export type AttributeItem = At & {
  readonly kind: 'attribute-item';
  readonly name: Name;
  /** `/name/`. */
  readonly common: boolean;
  readonly shape: Shape | undefined;
  readonly coshape: Shape | undefined;
};
/** `public`, `private`; without items the default of the module or the type's components. */
export type AccessStatement = Statement & {
  readonly kind: 'access';
  readonly access: 'public' | 'private';
  readonly items: readonly GenericSpec[];
};
export type ParameterStatement = Statement & {
  readonly kind: 'parameter';
  readonly items: readonly NamedConstant[];
};
export type NamedConstant = At & { readonly kind: 'named-constant'; readonly name: Name; readonly value: Expression };
export type Common = Statement & { readonly kind: 'common'; readonly blocks: readonly CommonBlock[] };
export type CommonBlock = At & {
  readonly kind: 'common-block';
  /** Undefined: blank common. */
  readonly name: Name | undefined;
  readonly objects: readonly ShapedName[];
};
export type ShapedName = At & { readonly kind: 'shaped-name'; readonly name: Name; readonly shape: Shape | undefined };
export type Equivalence = Statement & {
  readonly kind: 'equivalence';
  readonly sets: readonly (readonly Expression[])[];
};
export type Data = Statement & { readonly kind: 'data'; readonly sets: readonly DataSet[] };
export type DataSet = At & {
  readonly kind: 'data-set';
  readonly objects: readonly Item[];
  readonly values: readonly DataValue[];
};
/** `repeat*value`. */
export type DataValue = At & {
  readonly kind: 'data-value';
  readonly repeat: Expression | undefined;
  readonly value: Expression;
};
export type Namelist = Statement & { readonly kind: 'namelist'; readonly groups: readonly NamelistGroup[] };
export type NamelistGroup = At & {
  readonly kind: 'namelist-group';
  readonly name: Name;
  readonly objects: readonly Name[];
};
/** `pointer (p, a), (q, b(n))`. */
export type CrayPointer = Statement & { readonly kind: 'cray-pointer'; readonly pairs: readonly CrayPair[] };
export type CrayPair = At & { readonly kind: 'cray-pair'; readonly pointer: Name; readonly pointee: ShapedName };

export type TypeDefinition = Statement & {
  readonly kind: 'type-definition';
  readonly heading: Span;
  readonly end: Span;
  readonly name: Name;
  readonly parameters: readonly Name[];
  readonly access: 'public' | 'private' | undefined;
  readonly abstract: boolean;
  readonly extends: Name | undefined;
  readonly bind: Bind | undefined;
  readonly sequence: boolean;
  /** A `private` statement before the components. */
  readonly privateComponents: boolean;
  readonly components: readonly (TypeDeclaration | ProcedureDeclaration)[];
  /** A `private` statement after `contains`. */
  readonly privateBindings: boolean;
  readonly bindings: readonly Binding[];
  /** Structures that stand in this one. */
  readonly inner?: readonly TypeDefinition[];
};
export type Binding =
  /** `procedure(interface), attributes :: name => procedure, …`. */
  | (Statement & {
      readonly kind: 'bound-procedures';
      readonly interface: Name | undefined;
      readonly attributes: readonly Attribute[];
      readonly items: readonly BindingItem[];
    })
  | (Statement & {
      readonly kind: 'bound-generic';
      readonly access: 'public' | 'private' | undefined;
      readonly spec: GenericSpec;
      readonly names: readonly Name[];
    })
  | (Statement & { readonly kind: 'final'; readonly names: readonly Name[] });
export type BindingItem = At & {
  readonly kind: 'binding-item';
  readonly name: Name;
  readonly procedure: Name | undefined;
};

/** `enum, bind(c)`. */
export type EnumDefinition = Statement & { readonly kind: 'enum'; readonly enumerators: readonly Enumerator[] };
export type Enumerator = At & {
  readonly kind: 'enumerator';
  readonly name: Name;
  readonly value: Expression | undefined;
};

export type Interface = Statement & {
  readonly kind: 'interface';
  readonly heading: Span;
  readonly end: Span;
  readonly abstract: boolean;
  readonly spec: GenericSpec | undefined;
  readonly members: readonly InterfaceMember[];
};
/** A procedure heading with its declarations (execution and contains are empty), or names of procedures. */
export type InterfaceMember = Subroutine | FunctionUnit | InterfaceProcedures;
export type InterfaceProcedures = Statement & {
  readonly kind: 'interface-procedures';
  /** `module procedure`. */
  readonly module: boolean;
  readonly names: readonly Name[];
};

/** `procedure(interface), attributes :: names`. */
export type ProcedureDeclaration = Statement & {
  readonly kind: 'procedure-declaration';
  readonly interface: Name | TypeSpec | undefined;
  readonly attributes: readonly Attribute[];
  readonly entities: readonly ProcedureEntity[];
};
export type ProcedureEntity = At & {
  readonly kind: 'procedure-entity';
  readonly name: Name;
  readonly initial: Expression | undefined;
};

/** `!dir$ ignore_tkr (tkr) a, (d) b`; no items: every dummy, no letters: all rules. */
export type IgnoreTkr = Statement & { readonly kind: 'ignore-tkr'; readonly items: readonly IgnoreTkrItem[] };
export type IgnoreTkrItem = At & { readonly kind: 'ignore-tkr-item'; readonly letters: string; readonly name: Name };

// ---- executable statements --------------------------------------------------------------------------------------

export type Block = readonly Executable[];

export type Executable =
  | Assignment
  | PointerAssignment
  | Call
  | IfConstruct
  | IfStatement
  | ArithmeticIf
  | SelectCase
  | SelectType
  | SelectRank
  | Do
  | KernelLoop
  | Directive
  | BlockConstruct
  | Associate
  | Critical
  | ChangeTeam
  | Where
  | WhereStatement
  | Forall
  | ForallStatement
  | Cycle
  | Exit
  | Goto
  | ComputedGoto
  | AssignedGoto
  | LabelAssign
  | Allocate
  | Deallocate
  | Nullify
  | Return
  | Stop
  | Pause
  | Continue
  | ImageControl
  | Data
  | Namelist
  | Format
  | Entry
  | InputOutput;

export type Assignment = Statement & {
  readonly kind: 'assignment';
  readonly target: Expression;
  readonly value: Expression;
};
/** `p => t`, `p(1:) => t`, `p(1:n, 1:m) => t`: bounds stand as sections in the target. */
export type PointerAssignment = Statement & {
  readonly kind: 'pointer-assignment';
  readonly target: Expression;
  readonly value: Expression;
};
export type Call = Statement & {
  readonly kind: 'call';
  /** A name or a component chain. */
  readonly procedure: Expression;
  readonly launch: Launch | undefined;
  readonly arguments: readonly Argument[];
};
/** `<<<grid, block, shared, stream>>>`. */
export type Launch = At & {
  readonly kind: 'launch';
  readonly grid: Expression | Star;
  readonly block: Expression | Star;
  readonly shared: Expression | undefined;
  readonly stream: Expression | undefined;
};

/** `name:` before a construct. */
type Construct = Statement & { readonly name: Name | undefined };
/** Constructs whose first and last statements are worth pointing at. */
type Framed = Construct & { readonly heading: Span; readonly end: Span };

export type IfConstruct = Framed & {
  readonly kind: 'if';
  readonly arms: readonly IfArm[];
  readonly otherwise: Block | undefined;
};
export type IfArm = At & { readonly kind: 'if-arm'; readonly condition: Expression; readonly body: Block };
export type IfStatement = Statement & {
  readonly kind: 'if-statement';
  readonly condition: Expression;
  readonly action: Executable;
};
/** `if (x) negative, zero, positive`. */
export type ArithmeticIf = Statement & {
  readonly kind: 'arithmetic-if';
  readonly value: Expression;
  readonly negative: Label;
  readonly zero: Label;
  readonly positive: Label;
};

export type SelectCase = Framed & {
  readonly kind: 'select-case';
  readonly selector: Expression;
  readonly cases: readonly Case[];
};
/** `ranges` is undefined for `case default`. */
export type Case = At & {
  readonly kind: 'case';
  readonly ranges: readonly CaseRange[] | undefined;
  readonly body: Block;
};
/** `v` has only `value`; `l:u` has the bounds that are written. */
export type CaseRange =
  | (At & { readonly kind: 'case-value'; readonly value: Expression })
  | (At & {
      readonly kind: 'case-range';
      readonly low: Expression | undefined;
      readonly high: Expression | undefined;
    });

export type SelectType = Framed & {
  readonly kind: 'select-type';
  readonly associate: Name | undefined;
  readonly selector: Expression;
  readonly cases: readonly TypeCase[];
};
export type TypeCase = At & { readonly kind: 'type-case'; readonly guard: TypeGuard; readonly body: Block };
export type TypeGuard =
  | (At & { readonly kind: 'type-is'; readonly type: TypeSpec })
  | (At & { readonly kind: 'class-is'; readonly type: TypeSpec })
  | (At & { readonly kind: 'class-default' });

export type SelectRank = Framed & {
  readonly kind: 'select-rank';
  readonly associate: Name | undefined;
  readonly selector: Expression;
  readonly cases: readonly RankCase[];
};
export type RankCase = At & {
  readonly kind: 'rank-case';
  readonly rank: Expression | Star | 'default';
  readonly body: Block;
};

export type Do = Framed & {
  readonly kind: 'do';
  /** Undefined: an endless loop. */
  readonly control: LoopControl | undefined;
  /** With `do 10 …`, the last statement of the body is the one labelled 10. */
  readonly endLabel: Label | undefined;
  readonly body: Block;
};
export type LoopControl =
  | (At & {
      readonly kind: 'counted';
      readonly variable: Name;
      readonly from: Expression;
      readonly to: Expression;
      readonly step: Expression | undefined;
    })
  | (At & { readonly kind: 'while'; readonly condition: Expression })
  | (At & { readonly kind: 'concurrent'; readonly header: IndexHeader; readonly locality: readonly Locality[] });
/** `(integer :: i = 1:n, j = 1:m:2, mask)` of `forall` and `do concurrent`. */
export type IndexHeader = At & {
  readonly kind: 'index-header';
  readonly type: TypeSpec | undefined;
  readonly indices: readonly IndexRange[];
  readonly mask: Expression | undefined;
};
export type IndexRange = At & {
  readonly kind: 'index-range';
  readonly variable: Name;
  readonly from: Expression;
  readonly to: Expression;
  readonly step: Expression | undefined;
};
export type Locality =
  | (At & {
      readonly kind: 'locality';
      readonly how: 'local' | 'local_init' | 'shared';
      readonly names: readonly Name[];
    })
  | (At & { readonly kind: 'default-none' })
  | Reduction;

/** `!$cuf kernel do(n) <<<grid, block, shared, stream>>>` and the loop it governs. */
/** A directive of OpenACC or OpenMP, by the tables of `directives/`. */
export type Directive = Statement & {
  readonly kind: 'directive';
  readonly model: 'acc' | 'omp';
  /** Its words, with one blank between. */
  readonly name: string;
  /** What stands in parentheses behind its name; a clause without a name. */
  readonly argument: Clause | undefined;
  readonly clauses: readonly Clause[];
  /** What it governs: a block, one loop (or directive with a loop), one statement; nothing where it stands alone. */
  readonly body: Block;
  readonly heading: Span;
  /** Its last line, where it has one. */
  readonly end: Span | undefined;
  readonly endClauses: readonly Clause[];
};
export type Clause = At & {
  readonly kind: 'clause';
  readonly name: string;
  /** Words before a `:`: `always` and `to` of `map(always, to: x)`. */
  readonly modifiers: readonly string[];
  /** Of a reduction. */
  readonly operator: string | undefined;
  readonly items: readonly ClauseItem[];
  /** Behind a `:` that follows the items. */
  readonly after: Expression | undefined;
  /** Of `declare reduction`: for which types, and how. */
  readonly types?: readonly TypeSpec[];
  readonly statement?: Assignment | Call;
};
export type ClauseItem = At & {
  readonly kind: 'clause-item';
  /** `static` of `gang(static: 4)`. */
  readonly modifier: string | undefined;
  readonly value: Expression | Star | CommonName;
};
/** `/name/`: all variables of a common block. */
export type CommonName = At & { readonly kind: 'common-name'; readonly name: Name };

export type KernelLoop = Statement & {
  readonly kind: 'kernel-loop';
  readonly directive: CufKernel;
  readonly loop: Do;
};
export type CufKernel = At & {
  readonly kind: 'cuf-kernel';
  /** `do(n)`: how many nested loops; undefined means one. */
  readonly loops: Expression | undefined;
  /** All undefined where no `<<<…>>>` is written. */
  readonly grid: LaunchShape | undefined;
  readonly block: LaunchShape | undefined;
  readonly shared: Expression | undefined;
  readonly stream: Expression | undefined;
  readonly reductions: readonly Reduction[];
};
/** `*`, `n`, `(16, 16)`, `(*, n)`. */
export type LaunchShape =
  | Star
  | Expression
  | (At & { readonly kind: 'extents'; readonly extents: readonly (Expression | Star)[] });
/** `reduce(+: x, y)`; operators: `+ * max min iand ior ieor .and. .or. .eqv. .neqv.` without dots. */
export type Reduction = At & {
  readonly kind: 'reduction';
  readonly operator: string;
  readonly names: readonly Name[];
};

export type BlockConstruct = Framed & {
  readonly kind: 'block';
  readonly specification: readonly Declaration[];
  readonly execution: Block;
};
export type Associate = Framed & {
  readonly kind: 'associate';
  readonly associations: readonly Association[];
  readonly body: Block;
};
export type Association = At & { readonly kind: 'association'; readonly name: Name; readonly value: Expression };
export type Critical = Framed & { readonly kind: 'critical'; readonly body: Block };
export type ChangeTeam = Framed & {
  readonly kind: 'change-team';
  readonly arguments: readonly Argument[];
  readonly body: Block;
};

export type Where = Framed & {
  readonly kind: 'where';
  readonly mask: Expression;
  readonly body: Block;
  readonly elsewhere: readonly Elsewhere[];
};
export type Elsewhere = At & {
  readonly kind: 'elsewhere';
  readonly mask: Expression | undefined;
  readonly body: Block;
};
export type WhereStatement = Statement & {
  readonly kind: 'where-statement';
  readonly mask: Expression;
  readonly action: Assignment;
};
export type Forall = Framed & { readonly kind: 'forall'; readonly header: IndexHeader; readonly body: Block };
export type ForallStatement = Statement & {
  readonly kind: 'forall-statement';
  readonly header: IndexHeader;
  readonly action: Assignment | PointerAssignment;
};

export type Cycle = Statement & { readonly kind: 'cycle'; readonly construct: Name | undefined };
export type Exit = Statement & { readonly kind: 'exit'; readonly construct: Name | undefined };
export type Goto = Statement & { readonly kind: 'goto'; readonly target: Label };
export type ComputedGoto = Statement & {
  readonly kind: 'computed-goto';
  readonly targets: readonly Label[];
  readonly value: Expression;
};
export type AssignedGoto = Statement & {
  readonly kind: 'assigned-goto';
  readonly variable: Name;
  readonly targets: readonly Label[];
};
/** `assign 10 to i`. */
export type LabelAssign = Statement & {
  readonly kind: 'label-assign';
  readonly target: Label;
  readonly variable: Name;
};

export type Allocate = Statement & {
  readonly kind: 'allocate';
  readonly type: TypeSpec | undefined;
  readonly allocations: readonly Allocation[];
  /** stat, errmsg, source, mold, stream, pinned. */
  readonly options: readonly Option[];
};
/** `object(shape)`; the shape is empty for scalars and where `source=` or `mold=` gives it. */
export type Allocation = At & {
  readonly kind: 'allocation';
  readonly object: Expression;
  readonly shape: readonly Dimension[];
  /** Of a coarray. */
  readonly coshape: readonly Argument[] | undefined;
};
export type Option = At & { readonly kind: 'option'; readonly keyword: Name; readonly value: Expression };
export type Deallocate = Statement & {
  readonly kind: 'deallocate';
  readonly objects: readonly Expression[];
  readonly options: readonly Option[];
};
export type Nullify = Statement & { readonly kind: 'nullify'; readonly objects: readonly Expression[] };
export type Return = Statement & { readonly kind: 'return'; readonly value: Expression | undefined };
export type Stop = Statement & {
  readonly kind: 'stop';
  readonly error: boolean;
  readonly code: Expression | undefined;
  readonly quiet: Expression | undefined;
};
export type Pause = Statement & { readonly kind: 'pause'; readonly code: Expression | undefined };
export type Continue = Statement & { readonly kind: 'continue' };
/** `sync all`, `sync images (…)`, `event post (…)`, `lock (…)`: coarray statements, kept as words and arguments. */
export type ImageControl = Statement & {
  readonly kind: 'image-control';
  readonly verb: string;
  readonly arguments: readonly Argument[];
};
/** `text` is what stands between the outer parentheses. */
export type Format = Statement & { readonly kind: 'format'; readonly text: string };
export type Entry = Statement & {
  readonly kind: 'entry';
  readonly name: Name;
  readonly dummies: readonly Dummy[];
  readonly result: Name | undefined;
  readonly bind: Bind | undefined;
};

// ---- input and output -------------------------------------------------------------------------------------------

export type InputOutput =
  /** `read fmt, items` has the controls `*` (the unit) and `fmt`, both without keyword. */
  | (Statement & { readonly kind: 'read'; readonly controls: readonly Control[]; readonly items: readonly Item[] })
  | (Statement & { readonly kind: 'write'; readonly controls: readonly Control[]; readonly items: readonly Item[] })
  | (Statement & { readonly kind: 'print'; readonly format: Expression | Star; readonly items: readonly Item[] })
  /** `inquire (iolength = n) items` too. */
  | (Statement & { readonly kind: 'inquire'; readonly controls: readonly Control[]; readonly items: readonly Item[] })
  /** `rewind 10` has one control without keyword. */
  | (Statement & { readonly kind: FileStatement; readonly controls: readonly Control[] });
export type FileStatement = 'open' | 'close' | 'rewind' | 'backspace' | 'endfile' | 'flush' | 'wait';
/** `keyword = value`; label numbers (fmt=, end=, err=, eor=) are integer expressions. */
export type Control = At & {
  readonly kind: 'control';
  readonly keyword: Name | undefined;
  readonly value: Expression | Star;
};
/** An element of an I/O list, a data list or an array constructor. */
export type Item = Expression | ImpliedDo;
export type ImpliedDo = At & {
  readonly kind: 'implied-do';
  readonly items: readonly Item[];
  readonly type: TypeSpec | undefined;
  readonly variable: Name;
  readonly from: Expression;
  readonly to: Expression;
  readonly step: Expression | undefined;
};

// ---- expressions ------------------------------------------------------------------------------------------------

export type Expression =
  | IntegerLiteral
  | RealLiteral
  | BozLiteral
  | CharacterLiteral
  | LogicalLiteral
  | ComplexLiteral
  | Name
  | CallOrIndex
  | Component
  | Coindexed
  | Parenthesized
  | Unary
  | Binary
  | DefinedUnary
  | DefinedBinary
  | ArrayConstructor;

/** Decimal digits only; the kind is a literal integer or a name. */
export type IntegerLiteral = At & {
  readonly kind: 'integer';
  readonly digits: string;
  readonly kindParameter: IntegerLiteral | Name | undefined;
};
/** `digits` as written but without blanks, letters and kind: `1.5`, `.5`, `2.`; the exponent as a number. */
export type RealLiteral = At & {
  readonly kind: 'real';
  readonly digits: string;
  readonly letter: 'e' | 'd' | 'q' | undefined;
  readonly exponent: number;
  readonly kindParameter: IntegerLiteral | Name | undefined;
};
export type BozLiteral = At & { readonly kind: 'boz'; readonly radix: 2 | 8 | 16; readonly digits: string };
/** `value` has its doubled quotes resolved. */
export type CharacterLiteral = At & {
  readonly kind: 'character';
  readonly value: string;
  readonly kindParameter: IntegerLiteral | Name | undefined;
};
export type LogicalLiteral = At & {
  readonly kind: 'logical';
  readonly value: boolean;
  readonly kindParameter: IntegerLiteral | Name | undefined;
};
/** `(re, im)`: the parts are signed literals or named constants in standard Fortran, any expressions here. */
export type ComplexLiteral = At & {
  readonly kind: 'complex';
  readonly real: Expression;
  readonly imaginary: Expression;
};
/**
 * `base(arguments)`: a function reference, array element, section, structure constructor or substring: only the names
 * tell. `a(i)(1:2)` is a CallOrIndex whose base is one.
 */
export type CallOrIndex = At & {
  readonly kind: 'call-or-index';
  readonly base: Expression;
  readonly arguments: readonly Argument[];
};
/** `base%component`. */
export type Component = At & { readonly kind: 'component'; readonly base: Expression; readonly component: Name };
/** `base[image]`. */
export type Coindexed = At & {
  readonly kind: 'coindexed';
  readonly base: Expression;
  readonly selectors: readonly Argument[];
};
export type Argument = At & {
  readonly kind: 'argument';
  readonly keyword: Name | undefined;
  readonly value: ArgumentValue;
};
export type ArgumentValue = Expression | Section | AlternateReturn | PassedBy | Star;
/** `from:to:step`. */
export type Section = At & {
  readonly kind: 'section';
  readonly from: Expression | undefined;
  readonly to: Expression | undefined;
  readonly step: Expression | undefined;
};
/** `*10` as an actual argument. */
export type AlternateReturn = At & { readonly kind: 'alternate-return'; readonly target: Label };
/** `%val(x)`. */
export type PassedBy = At & {
  readonly kind: 'passed-by';
  readonly how: 'val' | 'ref' | 'loc';
  readonly value: Expression;
};

export type Parenthesized = At & { readonly kind: 'parenthesized'; readonly inner: Expression };
export type UnaryOperator = '+' | '-' | 'not';
export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '**'
  | '//'
  | '=='
  | '/='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'and'
  | 'or'
  | 'eqv'
  | 'neqv';
export type Unary = At & { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Expression };
export type Binary = At & {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
};
/** `.name. x`: the name without dots. */
export type DefinedUnary = At & {
  readonly kind: 'defined-unary';
  readonly operator: Name;
  readonly operand: Expression;
};
export type DefinedBinary = At & {
  readonly kind: 'defined-binary';
  readonly operator: Name;
  readonly left: Expression;
  readonly right: Expression;
};
/** `[type :: items]`. */
export type ArrayConstructor = At & {
  readonly kind: 'array-constructor';
  readonly type: TypeSpec | undefined;
  readonly items: readonly Item[];
};
