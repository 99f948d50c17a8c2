/**
 * What a source file means: symbols with types, and statements in which every name is resolved, every generic is decided, every conversion is written out.
 * `analyse/` makes it from the tree; `lower/` makes IR from it. Nothing here is a question of syntax any more.
 */
import type { Span } from '../../base/source.ts';
import type { LibraryModule, LibraryType, Routine } from '../../library/library-module.ts';

// ---- types ------------------------------------------------------------------------------------------------------

export type Type =
  | { readonly base: 'integer'; readonly kind: 1 | 2 | 4 | 8 }
  | { readonly base: 'logical'; readonly kind: 1 | 2 | 4 | 8 }
  | { readonly base: 'real'; readonly kind: 2 | 4 | 8 }
  | { readonly base: 'complex'; readonly kind: 4 | 8 }
  | { readonly base: 'character'; readonly kind: 1 | 4; readonly length: Length }
  /** `polymorphic`: class(t). */
  | {
      readonly base: 'derived';
      readonly type: DerivedType;
      readonly polymorphic: boolean;
      /** The values of length parameters that the type keeps in its objects, where the declaration gives them. */
      readonly lengths?: ReadonlyMap<string, Expr>;
    }
  /** class(*), or type(*) where `assumed`. */
  | { readonly base: 'any'; readonly assumed: boolean };

/** Of a character value: known by an expression of integer(8) (often constant), taken from the actual argument, or set at run time. */
export type Length =
  | { readonly kind: 'known'; readonly value: Expr }
  | { readonly kind: 'assumed' }
  | { readonly kind: 'deferred' };

/** One object per type, compared by identity; after reading a module file the same type is the same object again. */
export type DerivedType = {
  readonly kind: 'derived-type';
  readonly name: string;
  /** Unique in the program: `module::name` or `module::procedure::name`. */
  readonly id: string;
  readonly span: Span;
  extends: DerivedType | undefined;
  /** What its definition calls the type that it extends, where `use` has renamed that. */
  parentName?: string;
  readonly abstract: boolean;
  readonly sequence: boolean;
  readonly bindC: boolean;
  /** Own ones, after those of `extends`. Filled when the definition has been read. */
  components: Component[];
  /** All, inherited and overridden ones resolved, in the order of the dispatch table. */
  bindings: Binding[];
  generics: Map<string, string[]>;
  /** Names of private ones among them, with the module that may use them. */
  privateGenerics?: Map<string, string>;
  finals: Procedure[];
  /** Where it is a library's type. */
  readonly library: LibraryType | undefined;
  /** A definition with parameters: no type itself, but what types are made of. */
  template?: {
    /** As text (written-definition.ts), for those who take it out of a module file. */
    readonly definition: string;
    /** Whether its length parameters may vary. */
    readonly open: boolean;
  };
  /** The values of the kind (and constant length) parameters that it was made with. */
  kinds?: ReadonlyMap<string, Expr>;
  /** With length parameters that are known only when the program runs. */
  open?: OpenLengths;
};

/** Length parameters are components of the objects; `variable` stands for one of them in the sizes of other components. */
export type OpenLengths = {
  readonly parameters: readonly { readonly name: string; readonly variable: Variable }[];
  /** Those that are not inherited. */
  readonly own: readonly { readonly name: string; readonly variable: Variable }[];
  /** Components that are allocated with the object, as they were declared. */
  readonly sized: {
    readonly component: Component;
    readonly type: Type;
    readonly shape: Shape | undefined;
    readonly initial: Expr | undefined;
  }[];
};

export type Component = {
  readonly kind: 'component';
  readonly name: string;
  readonly span: Span;
  readonly type: Type;
  readonly shape: Shape | undefined;
  readonly attributes: Attributes;
  readonly private: boolean;
  readonly initial: Initial | undefined;
  /** Of an allocatable coarray. */
  readonly codimensions?: Shape;
  /** Components with the same number, one after the other, lie in one place. */
  readonly union?: number;
  /** Allocated together with its object: an assignment changes neither shape nor length. */
  readonly fixed?: true;
  /** A length parameter of the type, kept in its objects. */
  readonly parameter?: true;
  /** Of a procedure component. */
  readonly procedure: Signature | undefined;
  /** Which dummy of it gets the object; the analysis has put the object there. Undefined: nopass. */
  readonly pass?: number | undefined;
};

export type Binding = {
  readonly name: string;
  /** Undefined: deferred. */
  readonly procedure: Procedure | undefined;
  readonly signature: Signature;
  /** Which dummy is the passed object; undefined: nopass. */
  readonly pass: number | undefined;
  /** Where it is private: the module in which alone its name is known. */
  readonly module?: string;
};

/** Bounds are integer(8) expressions over dummies, module variables and constants. */
export type Shape =
  | { readonly kind: 'explicit'; readonly bounds: readonly Bounds[] }
  /** Last upper bound open: `a(n, *)`. `bounds` has the lower bound of the last dimension and all of the others. */
  | { readonly kind: 'assumed-size'; readonly bounds: readonly Bounds[]; readonly lastLower: Expr }
  /** A dummy `a(:)`, `a(0:)`. */
  | { readonly kind: 'assumed-shape'; readonly lowers: readonly Expr[] }
  /** Allocatable or pointer. */
  | { readonly kind: 'deferred'; readonly rank: number }
  | { readonly kind: 'assumed-rank' };
export type Bounds = { readonly lower: Expr; readonly upper: Expr };

/** Where data lives. `host` also for device procedures' own variables: there it means local to the thread. */
export type Placement = 'host' | 'device' | 'managed' | 'constant' | 'shared' | 'pinned' | 'texture';

export type Attributes = {
  readonly placement: Placement;
  /** `unified`: managed data, which a call prefers to pass to a unified dummy. */
  readonly unified?: boolean;
  /** A host variable of a module that device code reaches (`-gpu=mem:unified`). */
  readonly reached?: true;
  /** Of data that `!$acc declare` keeps on the device: bits of `entering`. */
  readonly declared?: number;
  readonly allocatable: boolean;
  readonly pointer: boolean;
  readonly target: boolean;
  readonly optional: boolean;
  readonly value: boolean;
  readonly contiguous: boolean;
  readonly volatile: boolean;
  /** A dummy that gets a section with gaps keeps its copy as long as messages or transfers use it. */
  readonly asynchronous?: boolean;
  readonly intent: 'in' | 'out' | 'inout' | undefined;
  /** The module in which alone it is set. */
  readonly protected?: string;
};

/** Of a variable or component: a value (constant expression), or a target of a pointer. */
export type Initial =
  | { readonly kind: 'value'; readonly value: Expr }
  | { readonly kind: 'target'; readonly target: Expr | 'null' };

// ---- symbols ----------------------------------------------------------------------------------------------------

export type ProgramSymbol = Variable | Procedure | Generic | DerivedType | NamedConstant | LibraryRoutine | Namelist;

export type Variable = {
  readonly kind: 'variable';
  readonly name: string;
  readonly span: Span;
  type: Type;
  shape: Shape | undefined;
  attributes: Attributes;
  /**
   * static: module, program, saved or initialised (one storage); automatic: per call; dummy; result; associate (a name for an expression or for part of a
   * variable, `associated`); index (of an implied do, forall, do concurrent: integer local to its construct).
   */
  storage: 'static' | 'automatic' | 'dummy' | 'result' | 'associate' | 'index';
  /** For static storage: unique in the program, the linker's name: `module.name`, `main.name`, `proc.name`. */
  linkName: string;
  /** Declared in another file's module: storage is defined there. */
  imported: boolean;
  initial: Initial | undefined;
  /** Which bytes of which common block or equivalence set it is; filled after the specification part. */
  overlay: Overlay | undefined;
  /** Cray: its address is the value of this integer(8) variable. */
  pointee: Variable | undefined;
  associated: Expr | undefined;
  /** The procedure whose variable it is; undefined for module variables. */
  readonly owner: Procedure | undefined;
  /** Of a dummy: letters of ignore_tkr. */
  ignoreTkr: string | undefined;
  /** Of a coarray: its codimensions, the last one open (`assumed-size`), or all where it is allocatable. */
  codimensions?: Shape;
  /** A procedure pointer or dummy procedure. */
  procedure: Signature | undefined;
  bindName: string | undefined;
  /** Static, and each thread of the host has its own. */
  ofThread?: true;
};

/** Bytes from the start of the common block or set `name` (linker's name); `common` where other units share it. */
export type Overlay = { readonly name: string; readonly offset: number; readonly common: boolean };

export type Procedure = {
  readonly kind: 'procedure';
  readonly name: string;
  readonly span: Span;
  /** The linker's name: `module.name`, `host.inner`, plain for external ones, the C name for bind(c). */
  readonly linkName: string;
  readonly signature: Signature;
  /** module: of this or another file; external: linked by plain name; internal: `host` is its host; dummy procedures and pointers are Variables. */
  readonly origin: 'module' | 'external' | 'internal' | 'main' | 'separate';
  readonly host: Procedure | undefined;
  readonly module: string | undefined;
  readonly bindC: boolean;
  readonly recursive: boolean;
  /** With a body in this file. */
  body: Body | undefined;
  /** What a generic names: the dummy procedure or procedure pointer that is called. */
  readonly through?: Variable;
};

export type Signature = {
  readonly subroutine: boolean;
  /** host, device: called from there; global: launched; grid: a cooperative launch. */
  readonly targets: Targets;
  readonly dummies: readonly (Variable | 'alternate-return')[];
  /** Of a function. */
  readonly result: Variable | undefined;
  readonly elemental: boolean;
  readonly pure: boolean;
  readonly bindC: boolean;
  readonly launchBounds: readonly number[];
  readonly clusterDims: readonly [number, number, number] | undefined;
  /** Known only by name (`external f`): arguments pass as they are. */
  readonly implicit: boolean;
};
export type Targets = {
  readonly host: boolean;
  readonly device: boolean;
  readonly global: boolean;
  readonly grid: boolean;
};

export type Body = {
  /** Local variables, result included, dummies not. */
  readonly variables: readonly Variable[];
  readonly statements: readonly Stmt[];
  readonly internals: readonly Procedure[];
  /** Empty: the analysis makes a procedure of each entrance (analyse/declarations/entries.ts). */
  readonly entries: readonly { readonly procedure: Procedure; readonly label: number }[];
  readonly end: Span;
};

export type Generic = {
  readonly kind: 'generic';
  readonly name: string;
  readonly span: Span;
  readonly procedures: readonly (Procedure | LibraryRoutine)[];
};
export type NamedConstant = {
  readonly kind: 'constant';
  readonly name: string;
  /** What tells it from others of its name, also through module files. */
  readonly linkName: string;
  readonly span: Span;
  readonly type: Type;
  readonly shape: Shape | undefined;
  readonly value: Expr;
};
export type LibraryRoutine = {
  readonly kind: 'library-routine';
  readonly name: string;
  readonly module: LibraryModule;
  readonly routine: Routine;
};
export type Namelist = {
  readonly kind: 'namelist';
  readonly name: string;
  readonly linkName: string;
  readonly span: Span;
  readonly variables: readonly Variable[];
};

/** One file, analysed. Module variables of modules defined here; everything else is reached through procedures. */
export type Program = {
  readonly modules: readonly ModuleInfo[];
  /** All procedures with bodies, in order; internal ones are reached through their hosts. `main` has origin 'main'. */
  readonly procedures: readonly Procedure[];
  /** External symbols that this file defines as static data: module variables, common blocks. */
  readonly variables: readonly Variable[];
};
export type ModuleInfo = { readonly name: string; readonly span: Span };

// ---- expressions ------------------------------------------------------------------------------------------------

/** What every expression has. `rank` 0 is a scalar. */
type ExprBase = { readonly type: Type; readonly rank: number; readonly span: Span };

export type Expr = ExprBase &
  (
    | { readonly kind: 'constant'; readonly value: ConstantValue }
    /** In element order. All elements of one type. */
    | {
        readonly kind: 'constant-array';
        readonly extents: readonly number[];
        readonly values: readonly ConstantValue[];
        /** Of a named constant: its lower bounds, where one of them is not 1. */
        readonly lowers?: readonly number[];
      }
    | { readonly kind: 'variable'; readonly variable: Variable }
    | { readonly kind: 'part'; readonly base: Expr; readonly component: Component }
    /** `re` or `im` of a complex. */
    | { readonly kind: 'complex-part'; readonly base: Expr; readonly part: 're' | 'im' }
    /** Subscripts in order; as many as the base's rank. */
    | { readonly kind: 'element'; readonly base: Expr; readonly subscripts: readonly Subscript[] }
    /** integer(8) bounds; an absent one is the string's. */
    | {
        readonly kind: 'substring';
        readonly base: Expr;
        readonly from: Expr | undefined;
        readonly to: Expr | undefined;
      }
    /** To another intrinsic type or kind, or between character lengths of assumed kind. */
    | { readonly kind: 'convert'; readonly value: Expr }
    | { readonly kind: 'unary'; readonly operator: 'negate' | 'not' | 'parentheses'; readonly operand: Expr }
    /** Both operands have the type that the operation works in (comparison: a common type; `concat`: character; power: see `lower`: the exponent may be an integer(4 or 8) with any base). */
    | { readonly kind: 'binary'; readonly operator: BinaryOp; readonly left: Expr; readonly right: Expr }
    | { readonly kind: 'call'; readonly callee: CalleeExpr; readonly args: readonly Actual[] }
    /** `args` in the order of the intrinsic's row; absent ones undefined. `name` is the row's. */
    | { readonly kind: 'intrinsic'; readonly name: string; readonly args: readonly (Expr | undefined)[] }
    | {
        readonly kind: 'library-call';
        readonly routine: LibraryRoutine;
        readonly form: number;
        readonly args: readonly (Expr | ProcedureRef | undefined)[];
      }
    | { readonly kind: 'array-constructor'; readonly items: readonly ConstructorItem[] }
    /** Values in the order of all components (inherited first); undefined: the default. `parent`: an object of the type's parent (or its parent's) for all that is inherited from it. */
    | {
        readonly kind: 'structure';
        readonly values: readonly (Expr | undefined)[];
        readonly parent?: { readonly component: Component; readonly value: Expr };
      }
    /** threadIdx%x and so on: 1-based for threadIdx and blockIdx as Fortran sees them. */
    | {
        readonly kind: 'builtin';
        readonly name: 'threadidx' | 'blockidx' | 'blockdim' | 'griddim' | 'warpsize';
        readonly axis: 'x' | 'y' | 'z' | undefined;
      }
    /** `molded`: the type and rank are those of a mold. */
    | { readonly kind: 'null'; readonly molded?: true }
    /** A procedure as an actual argument or the value of a procedure pointer. */
    | ProcedureRef
  );

export type ProcedureRef = ExprBase & { readonly kind: 'procedure'; readonly procedure: Procedure };

/** integer and boz: bigint; real: number (already rounded to its kind); logical: boolean; character: string of codes (0-255 where the kind is 1); complex: pair; derived: values of all components. */
export type ConstantValue = bigint | number | boolean | string | readonly [number, number] | StructureValue;
export type StructureValue = { readonly components: readonly (ConstantValue | readonly ConstantValue[] | undefined)[] };

export type BinaryOp =
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'divide'
  | 'power'
  | 'concat'
  | 'eq'
  | 'ne'
  | 'lt'
  | 'le'
  | 'gt'
  | 'ge'
  | 'and'
  | 'or'
  | 'eqv'
  | 'neqv';

/** integer(8) expressions. `vector`: a rank-1 integer expression. */
export type Subscript =
  | { readonly kind: 'index'; readonly value: Expr }
  | {
      readonly kind: 'range';
      readonly from: Expr | undefined;
      readonly to: Expr | undefined;
      readonly step: Expr | undefined;
    }
  | { readonly kind: 'vector'; readonly value: Expr };

export type ConstructorItem =
  | { readonly kind: 'value'; readonly value: Expr }
  | {
      readonly kind: 'loop';
      readonly index: Variable;
      readonly from: Expr;
      readonly to: Expr;
      readonly step: Expr;
      readonly items: readonly ConstructorItem[];
    };

export type CalleeExpr =
  /** `second`: by a name that always means the library's procedure, also where the program defines one of its first name. */
  | { readonly kind: 'procedure'; readonly procedure: Procedure; readonly second?: boolean }
  /** A dummy procedure or procedure pointer: a variable or a component. */
  | { readonly kind: 'pointer'; readonly pointer: Expr; readonly signature: Signature }
  /** Dispatch on the type of the passed object (the actual at `binding.pass`). */
  | { readonly kind: 'bound'; readonly object: Expr; readonly binding: Binding };

/** One per dummy, in the order of the dummies; undefined: an absent optional one. Values are converted only for `value` dummies. */
export type Actual = Expr | { readonly kind: 'alternate-return'; readonly label: number } | undefined;

// ---- statements -------------------------------------------------------------------------------------------------

/** `label`: the numeric label; only those that are branched to matter. */
export type Stmt = { readonly span: Span; readonly label: number | undefined } /**
 * Intrinsic assignment; `value` has been converted to the type of `to` and has its rank or is scalar. `transfer`: device data on one side and host data on the other, or both on the device
 * and assigned by the host: the sides' placements tell (see placement.ts).
 */ & (
  | { readonly kind: 'assign'; readonly to: Expr; readonly value: Expr; readonly transfer: boolean }
  | {
      readonly kind: 'pointer-assign';
      readonly to: Expr;
      readonly bounds: readonly { readonly lower: Expr; readonly upper: Expr | undefined }[] | undefined;
      readonly target: Expr;
    }
  | { readonly kind: 'call'; readonly callee: CalleeExpr; readonly args: readonly Actual[] }
  | { readonly kind: 'intrinsic-call'; readonly name: string; readonly args: readonly (Expr | undefined)[] }
  | {
      readonly kind: 'library-call';
      readonly routine: LibraryRoutine;
      readonly form: number;
      readonly args: readonly (Expr | ProcedureRef | undefined)[];
    }
  | {
      readonly kind: 'launch';
      readonly callee: CalleeExpr;
      readonly args: readonly Actual[];
      readonly grid: Expr | 'star';
      readonly block: Expr;
      readonly shared: Expr | undefined;
      readonly stream: Expr | undefined;
    }
  | {
      readonly kind: 'if';
      readonly arms: readonly { readonly condition: Expr; readonly body: readonly Stmt[] }[];
      readonly otherwise: readonly Stmt[];
    }
  | {
      readonly kind: 'do';
      readonly name: string;
      readonly index: Variable;
      readonly from: Expr;
      readonly to: Expr;
      readonly step: Expr | undefined;
      readonly body: readonly Stmt[];
      /** In a compute construct of a directive: how it may be run. */
      readonly shared?: SharedLoop;
    }
  | {
      readonly kind: 'do-while';
      readonly name: string;
      readonly condition: Expr | undefined;
      readonly body: readonly Stmt[];
    }
  | {
      readonly kind: 'do-concurrent';
      readonly name: string;
      readonly indices: readonly IndexLoop[];
      readonly mask: Expr | undefined;
      readonly locals: readonly { readonly outer: Variable; readonly inner: Variable; readonly init: boolean }[];
      readonly reductions: readonly ReductionInfo[];
      readonly body: readonly Stmt[];
    }
  | {
      readonly kind: 'forall';
      readonly indices: readonly IndexLoop[];
      readonly mask: Expr | undefined;
      readonly body: readonly Stmt[];
    }
  /** `name` is the construct's name (made up where it has none), to which cycle and exit refer. */
  | { readonly kind: 'cycle' | 'exit'; readonly name: string }
  | {
      readonly kind: 'block';
      readonly name: string;
      readonly variables: readonly Variable[];
      readonly body: readonly Stmt[];
    }
  | {
      readonly kind: 'associate';
      readonly name: string;
      readonly variables: readonly Variable[];
      readonly body: readonly Stmt[];
    }
  | {
      readonly kind: 'select-case';
      readonly name: string;
      readonly selector: Expr;
      readonly cases: readonly { readonly ranges: readonly CaseValue[] | undefined; readonly body: readonly Stmt[] }[];
    }
  | {
      readonly kind: 'select-type';
      readonly name: string;
      readonly selector: Expr;
      readonly cases: readonly {
        readonly guard: { readonly kind: 'is' | 'class'; readonly type: Type } | undefined;
        readonly variable: Variable | undefined;
        readonly body: readonly Stmt[];
      }[];
    }
  | {
      readonly kind: 'where';
      readonly arms: readonly { readonly mask: Expr | undefined; readonly body: readonly Stmt[] }[];
    }
  | { readonly kind: 'goto'; readonly target: number }
  | { readonly kind: 'computed-goto'; readonly targets: readonly number[]; readonly value: Expr }
  | { readonly kind: 'continue' }
  | { readonly kind: 'return'; readonly value: Expr | undefined }
  | {
      readonly kind: 'stop';
      readonly error: boolean;
      readonly code: Expr | undefined;
      readonly quiet: Expr | undefined;
    }
  /** The type is that of the object, or what `type ::`, source= or mold= says for polymorphic and deferred-length ones. */
  | {
      readonly kind: 'allocate';
      readonly items: readonly {
        readonly object: Expr;
        readonly bounds: readonly { readonly lower: Expr | undefined; readonly upper: Expr }[];
        readonly type: Type;
      }[];
      readonly source: Expr | undefined;
      readonly mold: Expr | undefined;
      readonly stat: Expr | undefined;
      readonly errmsg: Expr | undefined;
      readonly stream: Expr | undefined;
      readonly pinned: Expr | undefined;
    }
  | {
      readonly kind: 'deallocate';
      readonly objects: readonly Expr[];
      readonly stat: Expr | undefined;
      readonly errmsg: Expr | undefined;
    }
  | { readonly kind: 'nullify'; readonly objects: readonly Expr[] }
  | {
      readonly kind: 'io';
      readonly operation: IoOperation;
      readonly controls: readonly IoControl[];
      readonly items: readonly IoItem[];
      readonly branches: IoBranches;
      readonly namelist: Namelist | undefined;
      /** Of the group's members, and of their components. */
      readonly members?: readonly DefinedMember[];
    }
  | {
      readonly kind: 'kernel-loop';
      readonly loops: readonly {
        readonly index: Variable;
        readonly from: Expr;
        readonly to: Expr;
        readonly step: Expr | undefined;
      }[];
      readonly body: readonly Stmt[];
      readonly grid: readonly (Expr | 'star')[];
      readonly block: readonly (Expr | 'star')[];
      readonly shared: Expr | undefined;
      readonly stream: Expr | undefined;
      /** integer(8): the queue of OpenACC whose stream it is. */
      readonly queue?: Expr;
      /** Of a directive: what is reduced may have a place on the device, which then gets the result. */
      readonly ofDirective?: true;
      readonly reductions: readonly ReductionInfo[];
      /** Scalars that each thread has of its own. */
      readonly privates: readonly Variable[];
    }
  /** Of directives: data is put on the device, the body runs, data comes back. */
  | {
      readonly kind: 'mapped';
      readonly entries: readonly MapEntry[];
      /** integer(8); synchronous where there is none. */
      readonly queue: Expr | undefined;
      readonly body: readonly Stmt[];
    }
  /** `body` runs for a device (integer(4); the current one where none is named), or `otherwise` where the program has chosen the host. */
  | {
      readonly kind: 'on-device';
      /** Where it is false, the host runs it. */
      readonly condition: Expr | undefined;
      readonly device: Expr | undefined;
      readonly body: readonly Stmt[];
      readonly otherwise: readonly Stmt[];
    }
  /**
   * In kernels whose blocks are gangs, where all threads of a block arrive: sync: they wait for each other; start: all but the first begin with the operator's neutral value; reduce: all get the
   * result of their values; share: all get the first one's value.
   */
  | { readonly kind: 'lanes'; readonly how: 'sync' }
  | { readonly kind: 'lanes'; readonly how: 'share'; readonly variable: Variable }
  | {
      readonly kind: 'lanes';
      readonly how: 'start' | 'reduce';
      readonly variable: Variable;
      readonly operator: ReductionInfo['operator'];
    }
  /** The device (integer(4)) or the queue (integer(8)) that directives take where they name none; `targets`: the program has such constructs of OpenMP. */
  | { readonly kind: 'offload-set'; readonly what: 'device' | 'queue' | 'targets' | 'versions'; readonly value: Expr }
  /** The host, or work of queue `later`, waits for queues; for all where `queues` is empty. integer(8). */
  | { readonly kind: 'queue-wait'; readonly queues: readonly Expr[]; readonly later: Expr | undefined }
  /** `to` gets `value`, indivisibly on the device; `old` in it stands for what was there. `fresh` is room for the new value. */
  | {
      readonly kind: 'atomic';
      readonly to: Expr;
      readonly value: Expr;
      readonly old: Variable;
      readonly fresh: Variable;
      /** Where a device has an operation for it. */
      readonly operation:
        | {
            readonly how: 'add' | 'max' | 'min' | 'and' | 'or' | 'xor';
            readonly operand: Expr;
            readonly negated: boolean;
          }
        | undefined;
      /** What gets the old value (`first`) or the new one. */
      readonly capture: { readonly to: Expr; readonly first: boolean } | undefined;
    }
  | { readonly kind: 'team'; readonly act: TeamAct; readonly body: readonly Stmt[] }
);

/** What the directive of a loop says. */
export type SharedLoop = {
  readonly gang: boolean;
  readonly worker: boolean;
  readonly vector: boolean;
  readonly seq: boolean;
  /** The compiler finds out whether its iterations depend on each other. */
  readonly auto?: boolean;
  /** Its iterations are known not to depend on each other. */
  readonly independent: boolean;
  /** How many nested loops are meant. */
  readonly collapse: number;
  readonly reductions: readonly ReductionInfo[];
};

/** Data that a directive names, or a construct needs. `enter` and `leave` are bits of machine/offload.ts. */
export type MapEntry = {
  readonly name: string;
  /** A variable, component, element or section. */
  readonly outer: Expr;
  /** What stands for it on the device, where the body refers to it. */
  readonly inner: Variable | undefined;
  readonly enter: number | undefined;
  readonly leave: number | undefined;
  readonly update: { readonly to: 'host' | 'device'; readonly ifPresent: boolean } | undefined;
  /** It is left where the procedure ends, not where the body does. */
  readonly atExit?: true;
  readonly span: Span;
};

/**
 * What threads of the host do together. What each of them has of its own are variables of blocks, which statements fill and combine: the analysis has made them of the clauses
 * of directives.
 */
export type TeamAct =
  /** Each thread of a team runs the body; expressions are evaluated before. */
  | {
      readonly how: 'run';
      readonly threads: Expr | undefined;
      readonly condition: Expr | undefined;
      /** Scalars of the procedure around, of which each thread has its own in the body. */
      readonly own?: readonly OwnVariable[];
    }
  /**
   * The team shares the iterations of the loops, the last of which is the innermost. `cycle` of `name` ends an iteration. `last`: done by the thread that has done the last one.
   * `schedule`: the place in `loopSchedules`.
   */
  | {
      readonly how: 'loop';
      readonly name: string;
      readonly loops: readonly IndexLoop[];
      readonly schedule: number;
      readonly chunk: Expr | undefined;
      readonly ordered: boolean;
      readonly last: readonly Stmt[];
    }
  /** The thread that comes first runs the body; where there is something to `hand` out, the others take it behind a barrier: `take` is done with `from` standing for that thread's. */
  | {
      readonly how: 'single';
      readonly hand: readonly { readonly own: Variable; readonly from: Variable }[];
      readonly take: readonly Stmt[];
    }
  /** The thread of this number. */
  | { readonly how: 'masked'; readonly thread: Expr | undefined }
  /** One thread at a time; `lock` is its name in the whole program. */
  | { readonly how: 'alone'; readonly lock: string }
  /** In the order of the iterations of the loop around it. */
  | { readonly how: 'ordered' }
  /** Lets the iterations behind this one go on. */
  | { readonly how: 'posted' }
  | { readonly how: 'barrier' }
  /** Some thread of the team runs the body, now or later: it knows the variables around by their addresses, or by their values where nothing sets them. */
  | { readonly how: 'task'; readonly condition: Expr | undefined }
  /** Waits for the tasks that this one has made. */
  | { readonly how: 'taskwait' }
  /** The body, and all tasks that come of it. */
  | { readonly how: 'taskgroup' }
  /** What this thread has written is seen by others, and it sees what they wrote. */
  | { readonly how: 'flush' };

/** `outside`: what stands in the body for the variable itself. */
export type OwnVariable = { readonly variable: Variable; readonly outside: Variable | undefined };

/** Ranges of integer(8), character or logical constants. */
export type CaseValue = { readonly low: Expr | undefined; readonly high: Expr | undefined };
export type IndexLoop = {
  readonly index: Variable;
  readonly from: Expr;
  readonly to: Expr;
  readonly step: Expr | undefined;
};
/** Of a CUF kernel: found by the analysis or named by a clause. The variable is a scalar (or an element that does not depend on the loops). */
export type ReductionInfo = {
  readonly operator: '+' | '*' | 'max' | 'min' | 'iand' | 'ior' | 'ieor' | 'and' | 'or' | 'eqv' | 'neqv';
  readonly variable: Expr;
  /** Where it is a component or an element: the variable that stands for it in the body, and the assignment of its old value and that variable to it. */
  readonly place?: { readonly local: Variable; readonly finish: Stmt };
};

export type IoOperation =
  | 'read'
  | 'write'
  | 'print'
  | 'open'
  | 'close'
  | 'inquire'
  | 'rewind'
  | 'backspace'
  | 'endfile'
  | 'flush'
  | 'wait'
  | 'iolength';
/**
 * Keys as in library/io-keys.ts (`unit`, `file`, `rec`, `advance` …). A `value` is passed to the runtime (integer or character, or `*` as star);
 * a `result` is a variable that gets the runtime's answer. fmt: a character expression, `star`, or the text of a format statement. unit: integer, star, or a character variable (internal file).
 */
export type IoControl =
  | { readonly key: string; readonly how: 'value'; readonly value: Expr | 'star' | { readonly format: string } }
  | { readonly key: string; readonly how: 'result'; readonly to: Expr };
export type IoItem =
  | { readonly kind: 'value'; readonly value: Expr }
  | {
      readonly kind: 'loop';
      readonly index: Variable;
      readonly from: Expr;
      readonly to: Expr;
      readonly step: Expr;
      readonly items: readonly IoItem[];
    }
  | DefinedItem;
/** Transferred by a procedure of its type: `unit` gets the number that stands for the statement's record, `iostat` and `iomsg` are what the procedure answers. */
export type DefinedItem = {
  readonly kind: 'defined';
  readonly call: Stmt;
  readonly unit: Variable;
  readonly iostat: Variable;
  readonly iomsg: Variable;
  /** Formatted: what `iotype` and `v_list` are made of. */
  readonly style:
    | { readonly type: Variable; readonly length: Variable; readonly list: Variable; readonly count: Variable }
    | undefined;
};
/** How objects of a type in namelist groups are transferred; `object` stands for one of them. */
export type DefinedMember = { readonly object: Variable; readonly item: DefinedItem };
/** Where to go on; labels of the unit. iostat and iomsg are controls. */
export type IoBranches = {
  readonly end: number | undefined;
  readonly err: number | undefined;
  readonly eor: number | undefined;
};
