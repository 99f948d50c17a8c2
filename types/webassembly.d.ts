/** What this project uses of WebAssembly's JavaScript interface: TypeScript has it only together with all names of a browser page. */
declare namespace WebAssembly {
  type ValueKind = 'i32' | 'i64' | 'f32' | 'f64' | 'v128' | 'anyfunc' | 'externref';
  type ExportValue = Function | Global | Memory | Table;
  type Exports = Record<string, ExportValue>;
  type ImportValue = ExportValue | number | bigint;
  type Imports = Record<string, Record<string, ImportValue>>;

  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer> | ArrayBuffer);
    private readonly module: unknown;
    static exports(module: Module): { name: string; kind: string }[];
    static imports(module: Module): { module: string; name: string; kind: string }[];
    static customSections(module: Module, name: string): ArrayBuffer[];
  }
  class Instance {
    constructor(module: Module, imports?: Imports);
    readonly exports: Exports;
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number; shared?: boolean });
    readonly buffer: ArrayBuffer | SharedArrayBuffer;
    grow(pages: number): number;
  }
  class Table {
    constructor(descriptor: { element: ValueKind; initial: number; maximum?: number });
    readonly length: number;
    get(index: number): unknown;
    set(index: number, value?: unknown): void;
    grow(by: number): number;
  }
  class Global {
    constructor(descriptor: { value: ValueKind; mutable?: boolean }, value?: number | bigint);
    value: number | bigint;
  }
  class RuntimeError extends Error {}
  class CompileError extends Error {}
  class LinkError extends Error {}
  function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>;
  function instantiate(module: Module, imports?: Imports): Promise<Instance>;
  function validate(bytes: Uint8Array<ArrayBuffer>): boolean;
}
