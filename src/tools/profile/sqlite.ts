/** A recording as the SQLite file that `nsys export` makes: its tables, columns and numbers. */
import type { Annotation, MemoryName } from '../../machine/report.ts';
import type { Recording } from './recording.ts';

/** What this page needs of a database: node:sqlite's DatabaseSync. */
export type Database = {
  exec(sql: string): void;
  prepare(sql: string): { run(...values: Value[]): unknown };
};
type Value = string | number | bigint | null;

type Table = {
  readonly columns: Readonly<Record<string, 'INTEGER' | 'TEXT' | 'REAL'>>;
  readonly rows: readonly Value[][];
};

export function writeSqlite(database: Database, recording: Recording): void {
  const strings = new Strings();
  const tables = tablesOf(recording, strings);
  database.exec('BEGIN');
  for (const [name, table] of Object.entries({ ...tables, StringIds: strings.table() })) write(database, name, table);
  database.exec('COMMIT');
}

function write(database: Database, name: string, { columns, rows }: Table): void {
  const names = Object.keys(columns).map((column) => `"${column}"`);
  database.exec(
    `CREATE TABLE ${name} (${Object.entries(columns)
      .map(([column, type]) => `"${column}" ${type}`)
      .join(', ')})`,
  );
  const insert = database.prepare(
    `INSERT INTO ${name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  for (const row of rows) insert.run(...row);
}

class Strings {
  readonly #ids = new Map<string, number>();

  id(text: string): number {
    const known = this.#ids.get(text) ?? this.#ids.size + 1;
    this.#ids.set(text, known);
    return known;
  }

  table(): Table {
    return { columns: { id: 'INTEGER', value: 'TEXT' }, rows: [...this.#ids].map(([text, id]) => [id, text]) };
  }
}

const copyKinds: Readonly<Record<string, number>> = { HtoD: 1, DtoH: 2, DtoD: 8, HtoH: 9 };
const memoryKinds: Readonly<Record<MemoryName, number>> = { Pageable: 0, Pinned: 1, Device: 2, Managed: 3 };

/** CUPTI's numbers. */
const migrationCauses = { user: 1, fault: 2, prefetch: 3, eviction: 4, 'access-counters': 5 } as const;

const deviceColumns = {
  start: 'INTEGER',
  end: 'INTEGER',
  deviceId: 'INTEGER',
  contextId: 'INTEGER',
  greenContextId: 'INTEGER',
  streamId: 'INTEGER',
  correlationId: 'INTEGER',
  globalPid: 'INTEGER',
} as const;

type DeviceItem = {
  readonly start: number;
  readonly end: number;
  readonly device: number;
  readonly stream: number;
  readonly correlation: number;
};

function tablesOf(recording: Recording, strings: Strings): Readonly<Record<string, Table>> {
  const globalPid = BigInt(recording.process) << 24n;
  const globalTid = globalPid + BigInt(recording.process);
  const device = ({ start, end, device: id, stream, correlation }: DeviceItem): Value[] => [
    start,
    end,
    id,
    1,
    null,
    stream,
    correlation,
    globalPid,
  ];
  return {
    CUPTI_ACTIVITY_KIND_KERNEL: {
      columns: {
        ...deviceColumns,
        demangledName: 'INTEGER',
        shortName: 'INTEGER',
        mangledName: 'INTEGER',
        gridX: 'INTEGER',
        gridY: 'INTEGER',
        gridZ: 'INTEGER',
        blockX: 'INTEGER',
        blockY: 'INTEGER',
        blockZ: 'INTEGER',
        registersPerThread: 'INTEGER',
        staticSharedMemory: 'INTEGER',
        dynamicSharedMemory: 'INTEGER',
        localMemoryPerThread: 'INTEGER',
        gridId: 'INTEGER',
        graphNodeId: 'INTEGER',
      },
      rows: recording.kernels.map((k, i) => [
        ...device(k),
        strings.id(k.name),
        strings.id(k.name),
        strings.id(k.name),
        ...k.grid,
        ...k.block,
        k.registers,
        k.staticShared,
        k.dynamicShared,
        k.local,
        i + 1,
        null,
      ]),
    },
    CUPTI_ACTIVITY_KIND_MEMCPY: {
      columns: {
        ...deviceColumns,
        bytes: 'INTEGER',
        copyKind: 'INTEGER',
        srcKind: 'INTEGER',
        dstKind: 'INTEGER',
        migrationCause: 'INTEGER',
        virtualAddress: 'INTEGER',
      },
      rows: [
        ...recording.copies.map((c) => [
          ...device(c),
          c.bytes,
          copyKinds[c.direction] ?? 0,
          memoryKinds[c.from],
          memoryKinds[c.to],
          null,
          null,
        ]),
        ...recording.migrations.map((m) => [
          ...device(m),
          m.bytes,
          m.direction === 'HtoD' ? 11 : 12,
          memoryKinds.Managed,
          memoryKinds.Managed,
          migrationCauses[m.cause],
          m.address,
        ]),
      ],
    },
    CUPTI_ACTIVITY_KIND_MEMSET: {
      columns: { ...deviceColumns, value: 'INTEGER', bytes: 'INTEGER', memKind: 'INTEGER' },
      rows: recording.fills.map((f) => [...device(f), f.value, f.bytes, memoryKinds[f.memory]]),
    },
    CUPTI_ACTIVITY_KIND_RUNTIME: {
      columns: {
        start: 'INTEGER',
        end: 'INTEGER',
        eventClass: 'INTEGER',
        globalTid: 'INTEGER',
        correlationId: 'INTEGER',
        nameId: 'INTEGER',
        returnValue: 'INTEGER',
      },
      rows: recording.calls.map((c) => [c.start, c.end, 0, globalTid, c.correlation, strings.id(c.name), c.result]),
    },
    CUDA_UM_CPU_PAGE_FAULT_EVENTS: {
      columns: {
        start: 'INTEGER',
        globalPid: 'INTEGER',
        address: 'INTEGER',
        CpuInstruction: 'INTEGER',
        SourceFile: 'INTEGER',
        SourceLine: 'INTEGER',
      },
      rows: recording.faults
        .filter(({ by }) => by === 'host')
        .map(({ start, address, place }) => {
          const colon = Math.max(0, place.lastIndexOf(':'));
          return [
            start,
            globalPid,
            address,
            null,
            strings.id(place.slice(0, colon)),
            Number(place.slice(colon + 1)) || null,
          ];
        }),
    },
    CUDA_UM_GPU_PAGE_FAULT_EVENTS: {
      columns: {
        start: 'INTEGER',
        globalPid: 'INTEGER',
        deviceId: 'INTEGER',
        address: 'INTEGER',
        numberOfPageFaults: 'INTEGER',
      },
      rows: recording.faults
        .filter(({ by }) => by === 'device')
        .map(({ start, device: id, address, count }) => [start, globalPid, id, address, count]),
    },
    CUDA_GPU_MEMORY_USAGE_EVENTS: {
      columns: {
        start: 'INTEGER',
        globalPid: 'INTEGER',
        deviceId: 'INTEGER',
        contextId: 'INTEGER',
        address: 'INTEGER',
        bytes: 'INTEGER',
        memKind: 'INTEGER',
        memoryOperationType: 'INTEGER',
        correlationId: 'INTEGER',
      },
      rows: recording.allocations.map((a) => [
        a.start,
        globalPid,
        a.device,
        1,
        a.address,
        a.bytes,
        memoryKinds[a.memory],
        a.what === 'allocate' ? 0 : 1,
        a.correlation,
      ]),
    },
    NVTX_EVENTS: nvtxTable(recording, globalTid),
    TARGET_INFO_GPU: {
      columns: {
        id: 'INTEGER',
        name: 'TEXT',
        totalMemory: 'INTEGER',
        smCount: 'INTEGER',
        computeMajor: 'INTEGER',
        computeMinor: 'INTEGER',
      },
      rows: recording.devices.map((d) => [d.ordinal, d.name, d.totalMemory, d.multiprocessors, d.major, d.minor]),
    },
    TARGET_INFO_SESSION_START_TIME: {
      columns: { utcEpochNs: 'INTEGER' },
      rows: [[BigInt(Math.round(recording.clock)) * 1_000_000n]],
    },
    ENUM_CUDA_MEMCPY_OPER: {
      columns: { id: 'INTEGER', name: 'TEXT', label: 'TEXT' },
      rows: [
        [1, 'CUDA_MEMCPY_KIND_HTOD', 'Host-to-Device'],
        [2, 'CUDA_MEMCPY_KIND_DTOH', 'Device-to-Host'],
        [8, 'CUDA_MEMCPY_KIND_DTOD', 'Device-to-Device'],
        [9, 'CUDA_MEMCPY_KIND_HTOH', 'Host-to-Host'],
        [11, 'CUDA_MEMCPY_KIND_UVM_HTOD', 'Unified Host-to-Device'],
        [12, 'CUDA_MEMCPY_KIND_UVM_DTOH', 'Unified Device-to-Host'],
      ],
    },
    ENUM_CUDA_MEM_KIND: {
      columns: { id: 'INTEGER', name: 'TEXT', label: 'TEXT' },
      rows: [
        [0, 'CUDA_MEMOPR_MEMORY_KIND_PAGEABLE', 'Pageable'],
        [1, 'CUDA_MEMOPR_MEMORY_KIND_PINNED', 'Pinned'],
        [2, 'CUDA_MEMOPR_MEMORY_KIND_DEVICE', 'Device'],
        [3, 'CUDA_MEMOPR_MEMORY_KIND_MANAGED', 'Managed'],
      ],
    },
  };
}

/** NvtxEventType of nsys: mark, push/pop, start/end. */
const eventTypes = { mark: 34, PushPop: 59, StartEnd: 60 } as const;

function nvtxTable({ ranges, marks }: Recording, globalTid: bigint): Table {
  const domains = new Map<string, number>([['', 0]]);
  const domainOf = ({ domain = '' }: Annotation): number => {
    const id = domains.get(domain) ?? domains.size;
    domains.set(domain, id);
    return id;
  };
  const row = (facts: Annotation, start: number, end: number | null, type: number, range: number | null): Value[] => [
    start,
    end,
    type,
    range,
    facts.category ?? null,
    facts.color ?? null,
    facts.label,
    globalTid,
    domainOf(facts),
    facts.payload ?? null,
  ];
  return {
    columns: {
      start: 'INTEGER',
      end: 'INTEGER',
      eventType: 'INTEGER',
      rangeId: 'INTEGER',
      category: 'INTEGER',
      color: 'INTEGER',
      text: 'TEXT',
      globalTid: 'INTEGER',
      domainId: 'INTEGER',
      doubleValue: 'REAL',
    },
    rows: [
      ...ranges.map((r, i) => row(r.facts, r.start, r.end, eventTypes[r.style], i + 1)),
      ...marks.map((m) => row(m.facts, m.start, null, eventTypes.mark, null)),
    ],
  };
}
