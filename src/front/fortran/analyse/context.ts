/** What the analysis carries around: scopes with the names declared in them, and where in the program it is. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import type {
  Actual,
  DerivedType,
  Expr,
  Generic,
  Procedure,
  ProgramSymbol,
  Stmt,
  Targets,
  Type,
  Variable,
} from '../program.ts';
import type * as tree from '../tree.ts';
import type { ModuleInterface } from './declarations/module-interface.ts';
import type { OnDevice } from './directives/device-calls.ts';

export type Options = {
  /** CUDA Fortran is on. */
  readonly cuda: boolean;
  /** Allocatables of the host are managed (`-gpu=managed`). */
  readonly managed: boolean;
  /** Devices reach all data of the host (`-gpu=mem:unified`). */
  readonly unified?: boolean;
  /** OpenMP's target regions run on the device (-mp=gpu). */
  readonly targets?: boolean;
  /** Which versions of OpenACC's compute constructs are made: for the device, for the host in order or for its threads. */
  readonly openacc?: { readonly device: boolean; readonly host: 'none' | 'serial' | 'threads' };
  /** `do concurrent` runs on the device (-stdpar). */
  readonly stdpar?: boolean;
  /** What threads of the host share without directives: `do concurrent` (-stdpar=multicore), loops (-Mconcur). */
  readonly threads?: { readonly concurrent: boolean; readonly loops: 'none' | 'outer' | 'all' };
  readonly defaultInteger: 2 | 4 | 8;
  readonly defaultReal: 4 | 8;
  /** Local variables of procedures that may have saved ones are saved (-Msave). */
  readonly saved?: boolean;
  /** Without `implicit` statements there are no implicit types (-Mdclchk). */
  readonly declared?: boolean;
  /** Modules of files analysed earlier, or read from module files. */
  readonly modules: (name: string) => ModuleInterface | undefined;
  /** Of these only those that come with the compiler, for `use, intrinsic`. */
  readonly intrinsicModules?: (name: string) => ModuleInterface | undefined;
  /** Places of syntax errors that have been told: names on their lines may have been meant to be declared. */
  readonly syntaxErrors?: readonly Span[];
  /** Folders where module files were looked for, for the message. */
  readonly searched?: readonly string[];
  /** The path of a source that defines a module which nobody named, for the message. */
  readonly definer?: (module: string) => string | undefined;
  /** The modules by which one uses itself, for the message. */
  readonly circle?: (module: string) => readonly string[] | undefined;
  /** Whether the linker knows an external procedure of this name: it is no mistyped other one. */
  readonly linkable?: (name: string) => boolean;
};

/** What a name means. */
export type Meaning =
  | ProgramSymbol
  | { readonly kind: 'builtin'; readonly name: BuiltinName }
  | { readonly kind: 'intrinsic'; readonly name: string }
  /** Stands for this expression: the dummy of a statement function. */
  | { readonly kind: 'value'; readonly value: Expr }
  | { readonly kind: 'statement-function'; readonly definition: StatementFunction }
  /** Something was wrong with its declaration and has been told. */
  | { readonly kind: 'error' };
export const builtins = ['threadidx', 'blockidx', 'blockdim', 'griddim', 'warpsize'] as const;
export type BuiltinName = (typeof builtins)[number];

export type StatementFunction = {
  readonly name: tree.Name;
  readonly dummies: readonly { readonly name: string; readonly type: Type }[];
  readonly value: tree.Expression;
  readonly type: Type;
  readonly env: Env;
};

/** A name of a scope: what was said about it, and what it is once somebody asks. */
export type Entry = {
  readonly name: string;
  span: Span;
  readonly env: Env;
  meaning: Meaning | undefined;
  state: 'declared' | 'resolving' | 'done';
  readonly facts: Facts;
};

/** What declarations say about a name, collected before anything is evaluated. What most variables have is there from the start: all look alike then. */
export type Facts = {
  type: tree.TypeSpec | undefined;
  typeAt: Span | undefined;
  length?: tree.TypeParameter;
  bytes?: number;
  shape: tree.Shape | undefined;
  coshape?: tree.Shape;
  words: ReadonlyMap<tree.AttributeWord, Span>;
  intent: 'in' | 'out' | 'inout' | undefined;
  bind?: tree.Bind;
  initial: tree.Initial | undefined;
  value?: tree.Expression;
  enumerator?: () => Expr | undefined;
  dummy: boolean | undefined;
  result?: boolean;
  common?: string;
  equivalenced?: boolean;
  cray?: tree.Name;
  isCrayPointer?: boolean;
  ignoreTkr?: string;
  procedure?: tree.ProcedureDeclaration;
  procedureInitial?: tree.Expression;
  /** Another entrance of a procedure. */
  entry?: { readonly unit: tree.Subroutine | tree.FunctionUnit; readonly statement: tree.Entry };
  /** A procedure of the `contains` part, or an interface body. */
  unit?: tree.Procedure;
  /** The interface of the separate procedure that `unit` is. */
  separate?: tree.Subroutine | tree.FunctionUnit;
  interfaceBody?: { readonly unit: tree.Subroutine | tree.FunctionUnit; readonly abstract: boolean };
  generics?: GenericPart[];
  definition?: tree.TypeDefinition;
  namelist?: tree.Name[];
  data?: boolean;
  statementFunction?: tree.Assignment;
};
export type GenericPart = { readonly env: Env; readonly members: readonly tree.InterfaceMember[] };

export type ImplicitRules = { readonly none: boolean; readonly letters: ReadonlyMap<string, tree.TypeSpec> };

export type Scope = {
  readonly kind: 'file' | 'module' | 'procedure' | 'block';
  /** Where names come from that are not declared here; undefined: nowhere. */
  readonly parent: Scope | undefined;
  /** Of an interface body: the names imported; undefined: all that host association gives. */
  imports: ReadonlySet<string> | undefined;
  readonly names: Map<string, Entry>;
  readonly types: Map<string, Entry>;
  readonly operators: Map<string, Entry>;
  readonly uses: Use[];
  implicit: ImplicitRules | undefined;
  /** In the order of declaration; for `variables` of bodies. */
  readonly locals: Variable[];
  /** Start of linkers' names. */
  readonly prefix: string;
  readonly module: string | undefined;
  readonly owner: Procedure | undefined;
  /** Variables have one storage: a module's, the main program's, after `save`. */
  static: boolean;
  /** Of a block construct. */
  readonly ownStorage?: boolean;
  /** Of a module: what `public` and `private` without a list say, and those with one (names and operator keys). */
  defaultAccess: 'public' | 'private';
  readonly access: Map<string, 'public' | 'private'>;
  /** Of a procedure. */
  readonly targets: Targets | undefined;
  readonly commons: Map<string, CommonPart[]>;
  readonly equivalences: tree.Equivalence[];
  /** Common blocks that `save` statements name. */
  readonly savedBlocks: tree.Name[];
  /** Common blocks with `bind(c)`. */
  readonly boundBlocks: Map<string, tree.Bind>;
  /** `implicit none (external)`. */
  explicitExternals?: boolean;
  readonly data: tree.Data[];
  /** Procedures that directives here make callable on the device. */
  readonly routines?: Set<string>;
  /** Of a compute construct: what stands on the device for a name of the scopes around, made when somebody asks. */
  readonly found?: (name: string, env: Env) => Entry | undefined;
  /** Directives of the specification part. */
  readonly directives: tree.Directive[];
  /** A module that it uses was not found: unknown names are not told. */
  brokenUse: boolean;
};
export type CommonPart = { readonly name: tree.Name; readonly span: Span };

/** A module used in a scope. */
export type Use = {
  readonly from: Offer;
  readonly only: boolean;
  /** Local name -> name there. */
  readonly renames: ReadonlyMap<string, string>;
  /** Local key -> key there, of the operators that the statement names; `all`: those that it does not name come too. */
  readonly operators: { readonly renames: ReadonlyMap<string, string>; readonly all: boolean };
  /** Names and operators there that come under another one only. */
  readonly renamed: Set<string>;
  readonly span: Span;
  /** Set where it is a library's. */
  readonly library: string | undefined;
};
/** The names of a module, found when asked for. */
export type Offer = {
  readonly name: string;
  find(name: string): ProgramSymbol | undefined;
  findType(name: string): DerivedType | undefined;
  findOperator(key: string): Generic | undefined;
  /** The intrinsic procedure that a name stands for. */
  findIntrinsic?(name: string): string | undefined;
  names(): Iterable<string>;
  operators?(): Iterable<readonly [string, Generic]>;
};

export type Side = 'host' | 'device' | 'both';

/** Where the analysis stands. */
export type Env = {
  readonly file: FileContext;
  readonly scope: Scope;
  readonly unit: Unit | undefined;
  readonly side: Side;
  /** Inside a loop that `!$cuf kernel do` sends to the device. */
  readonly kernelLoop: boolean;
  /** In there: host arrays that may be used after all. */
  readonly heldArrays?: HeldArrays;
  readonly constructs: Construct | undefined;
  /** In a host,device procedure, under a condition that asks `on_device()`: calls of either side are allowed. */
  readonly guarded?: boolean;
  /** In a part that must not depend on run time (kinds, initial values): what it is, for the message. */
  readonly specification: boolean;
  /** In constructs of directives for devices. */
  readonly offload?: OffloadEnv;
  /** In `parallel` of OpenMP on the device, whose threads share a `loop` without `bind`. */
  readonly deviceTeam?: true;
  /** In a parallel region: the scope of what its threads have of their own. */
  readonly region?: Scope;
  /** Which loops of OpenACC threads of the host share. */
  readonly coreLoops?: 'all' | 'independent' | 'none';
};
export type OffloadEnv = {
  /** Variables in data clauses of the constructs around: scalars among them have one place on the device. */
  readonly mapped: ReadonlySet<Variable>;
  /** Inside a compute construct. */
  readonly computes: boolean;
  /** Of the construct. */
  readonly heading: Span;
  /** Variables of the loops around, which no loop inside has for itself. */
  readonly indices?: ReadonlySet<string>;
  /** Names are asked for what they are on the host: nothing is mapped for them. */
  readonly asks?: true;
};
export type HeldArrays = {
  /** The scope that the loop stands in: what blocks inside of the loop declare is a thread's own. */
  readonly around: Scope;
  readonly names: ReadonlySet<string>;
  readonly references: Map<Variable, { count: number; readonly at: Span }>;
};
export type Construct = {
  readonly outer: Construct | undefined;
  readonly written: string | undefined;
  readonly name: string;
  readonly loop: boolean;
  /** `do concurrent`, which nothing leaves before its last turn. */
  readonly concurrent?: Span;
  /** The statements of a directive, which end at their end. */
  readonly region?: { readonly directive: string; readonly at: Span };
  /** The loops of a CUF kernel: `cycle` ends a turn of the innermost one, nothing else leaves them. */
  readonly kernel?: 'outer' | 'innermost';
};

/** The procedure or main program whose body is being analysed. */
export type Unit = {
  readonly procedure: Procedure;
  readonly formats: ReadonlyMap<number, string>;
  /** Labels of formats that some statement names. */
  readonly usedFormats: Set<number>;
  readonly labels: ReadonlySet<number>;
  /** Labels that `assign` statements name. */
  readonly assigned: ReadonlySet<number>;
  nextConstruct: number;
  /** Names of constructs, which are names of the whole procedure. */
  readonly constructs: Map<string, Span>;
  readonly internals: Procedure[];
  /** Where the body goes on for each entry. */
  readonly entryLabels: ReadonlyMap<tree.Entry, number>;
};

export type FileContext = {
  readonly options: Options;
  readonly report: (d: Diagnostic) => void;
  /** Modules of this file that are ready. */
  readonly modules: Map<string, ModuleInterface>;
  /** Modules of this file that are not, and what makes them so. */
  readonly laterModules: Map<string, { readonly span: Span; readonly analyse: () => void }>;
  /** External procedures of this file, and main programs. */
  readonly externals: Scope;
  /** Modules and submodules (submoduleName) of this file, for submodules. */
  readonly moduleEnvs: Map<string, Env>;
  /** What submodules of this file hold for those that extend them in other files. */
  readonly submodules: ModuleInterface[];
  /** Every static variable of modules and common blocks. */
  readonly variables: Variable[];
  /** Procedures whose headings and declarations have been read; their bodies follow. */
  /** Names on lines that could not be read. */
  readonly damaged: Set<string>;
  /** What has been told and need not be told again. */
  readonly told: Set<string>;
  /** See open-lengths.ts. */
  readonly openLengths: boolean;
  /** Procedures of this file that constructs for devices call, and what those of the device name. */
  readonly onDevice: OnDevice;
  /** As the tree says (`File.labels`). */
  readonly labels: boolean;
  /** Literals such as `z'ff'`, which have no type, and those among them that got one from where they stand. */
  readonly typeless: { readonly met: Set<Span>; readonly typed: Set<Span> };
  /** Names of modules that were not found. */
  readonly missingModules: Set<string>;
  readonly prepared: Map<tree.ProgramUnit, Prepared>;
  /** Procedures that `entry` statements declare. */
  readonly entryProcedures: Map<tree.Entry, Procedure>;
  /** Procedures with bodies that the analysis has added. */
  readonly added: Procedure[];
  /** Calls of procedures that are known by name only. */
  readonly namedCalls: NamedCall[];
  /** Intrinsic functions that are passed as arguments. */
  readonly intrinsicProcedures: Map<string, Procedure>;
  // Ways into the parts that need each other.
  readonly resolve: (entry: Entry) => Meaning;
  readonly resolveType: (entry: Entry) => DerivedType | undefined;
  /** The type itself, or with its parameters' values the one that its definition makes of them. */
  readonly instance: (
    env: Env,
    type: DerivedType,
    parameters: readonly tree.TypeArgument[],
    span: Span,
  ) => DerivedType | undefined;
  /** The scope of a module out of a module file. */
  readonly environment: (env: Env, m: ModuleInterface) => Env;
  /** The values of length parameters: see parameterized-types.ts. */
  readonly lengths: (
    env: Env,
    template: DerivedType,
    type: DerivedType,
    parameters: readonly tree.TypeArgument[],
  ) => ReadonlyMap<string, Expr> | undefined;
  readonly expression: (env: Env, e: tree.Expression) => Expr | undefined;
  readonly statements: (env: Env, block: tree.Block) => Stmt[];
  readonly concurrentOnDevice: (
    env: Env,
    s: tree.Do,
    control: Extract<tree.LoopControl, { kind: 'concurrent' }>,
  ) => readonly Stmt[];
  readonly intrinsicProcedure: (env: Env, name: tree.Name, declared: boolean) => Procedure | undefined;
};
/** A call of an external procedure that nothing here describes: another file may define it. */
export type NamedCall = { readonly name: string; readonly args: readonly Actual[]; readonly at: Span };
/** A procedure whose signature is known. */
export type Prepared = {
  readonly procedure: Procedure;
  readonly env: Env;
  /** With entries: what has the body, and the dummy that says where to begin. */
  whole?: { readonly procedure: Procedure; readonly selector: Variable };
};
export type UnitOrigin = 'contained' | 'external' | 'interface' | 'abstract';

export type { ModuleInterface };
