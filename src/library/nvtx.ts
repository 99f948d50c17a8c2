/** The module nvtx: stretches of the host's time with names, for profilers. */
import type { CudaRuntime } from '../machine/device.ts';
import type { Annotation } from '../machine/report.ts';
import type { LibraryModule, Param, Routine, RoutineArgs } from './library-module.ts';

const label: Param = { how: 'text' };
const color: Param = { how: 'in', type: { base: 'integer', kind: 4 }, optional: 0 };
const rangeId = { base: 'derived', name: 'nvtxRangeId' } as const;
const attributes = { base: 'derived', name: 'nvtxEventAttributes' } as const;
const domainHandle = { base: 'derived', name: 'nvtxDomainHandle' } as const;
const stringHandle = { base: 'derived', name: 'nvtxStringHandle' } as const;
const event: Param = { how: 'struct', type: attributes };
const domain: Param = { how: 'struct', type: domainHandle };
const id: Param = { how: 'struct', type: rangeId };
const category: Param = { how: 'in', type: { base: 'integer', kind: 4 } };

/** Colours of ranges whose colour is given as a small number, as NVIDIA's module has them. */
const colors = [0x0000ff00, 0x000000ff, 0x00ffff00, 0x00ff00ff, 0x0000ffff, 0x00ff0000, 0x00ffffff];

/** What the program has named: handles are numbers from 1; 0 is the domain of what names none. */
type Names = {
  ranges: bigint;
  readonly domains: (string | undefined)[];
  readonly strings: string[];
  /** By domain and number. */
  readonly categories: Map<string, string>;
  /** How many ranges are open, by domain. */
  readonly depths: Map<number, number>;
};

const known = new WeakMap<CudaRuntime, Names>();

function namesOf(cuda: CudaRuntime): Names {
  const names = known.get(cuda) ?? { ranges: 0n, domains: [], strings: [], categories: new Map(), depths: new Map() };
  known.set(cuda, names);
  return names;
}

type Told = Omit<Annotation, 'what' | 'id'>;

function told(cuda: CudaRuntime, args: RoutineArgs): Told {
  const name = namesOf(cuda).domains[domainOf(args) - 1];
  return {
    ...(args.event ? attributesOf(cuda, args) : labelled(args)),
    ...(name !== undefined && { domain: name }),
  };
}

function domainOf(args: RoutineArgs): number {
  return args.domain?.how === 'cell' ? Number(args.domain.cell.component('handle').getInteger()) : 0;
}

function labelled(args: RoutineArgs): Told {
  const number = args.color?.how === 'value' ? Number(args.color.value) : 0;
  return { label: textOf(args), ...(number !== 0 && { color: colors[number - 1] ?? number >>> 0 }) };
}

/** Up to a zero character, without blanks at the end. */
function textOf(args: RoutineArgs): string {
  const text = args.label?.how === 'text' ? args.label.text : '';
  const end = text.indexOf('\0');
  return (end < 0 ? text : text.slice(0, end)).trimEnd();
}

function attributesOf(cuda: CudaRuntime, args: RoutineArgs): Told {
  const given = args.event?.how === 'cell' ? args.event.cell : undefined;
  const integer = (name: string): bigint => given?.component(name).getInteger() ?? 0n;
  const number = Number(integer('category'));
  const named = namesOf(cuda).categories.get(`${domainOf(args)} ${number}`);
  const payload = payloadOf(Number(integer('payloadType')), integer('payload'));
  return {
    label: messageOf(cuda, Number(integer('messageType')), integer('message')),
    ...(integer('colorType') !== 0n && { color: Number(integer('color')) >>> 0 }),
    ...(number !== 0 && { category: number }),
    ...(named !== undefined && { categoryName: named }),
    ...(payload !== undefined && { payload }),
  };
}

/** nvtxMessageType: 1 the address of characters, 3 a registered text. */
function messageOf(cuda: CudaRuntime, type: number, message: bigint): string {
  return type === 3 ? (namesOf(cuda).strings[Number(message) - 1] ?? '') : textAt(cuda, message);
}

/** By nvtxPayloadType: unsigned and signed of 64 bits, double, unsigned and signed of 32 bits, float. */
function payloadOf(type: number, bits: bigint): number | undefined {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setBigInt64(0, bits, true);
  const readings = [
    () => Number(bytes.getBigUint64(0, true)),
    () => Number(bits),
    () => bytes.getFloat64(0, true),
    () => bytes.getUint32(0, true),
    () => bytes.getInt32(0, true),
    () => bytes.getFloat32(0, true),
  ];
  return readings[type - 1]?.();
}

/** Up to a zero character. */
function textAt(cuda: CudaRuntime, address: bigint): string {
  if (address === 0n) return '';
  let text = '';
  for (let at = address; text.length < longest; at++) {
    const code = Number(cuda.readInteger(at & ~3n, 4) >> (8n * (at & 3n))) & 255;
    if (code === 0) break;
    text += String.fromCharCode(code);
  }
  return text;
}
const longest = 4096;

function start(cuda: CudaRuntime, args: RoutineArgs): bigint {
  const names = namesOf(cuda);
  names.ranges += 1n;
  cuda.annotate?.({ what: 'start', id: names.ranges, ...told(cuda, args) });
  return names.ranges;
}

function end(cuda: CudaRuntime, args: RoutineArgs): void {
  const number = args.id?.how === 'cell' ? args.id.cell.component('handle').getInteger() : 0n;
  cuda.annotate?.({ what: 'end', id: number, ...told(cuda, args) });
}

/** The depth of the range that begins or ends, from 0; less than 0 where none is open. */
function nest(cuda: CudaRuntime, args: RoutineArgs, what: 'push' | 'pop'): number {
  const { depths } = namesOf(cuda);
  const depth = depths.get(domainOf(args)) ?? 0;
  depths.set(domainOf(args), Math.max(0, depth + (what === 'push' ? 1 : -1)));
  cuda.annotate?.({ what, id: 0n, ...told(cuda, args) });
  return what === 'push' ? depth : depth - 1;
}

/** A subroutine, or a function that tells how deep ranges lie. */
const range = (doc: string, takes: Routine['takes'], what: 'push' | 'pop'): Routine => ({
  doc,
  takes,
  gives: { base: 'integer', kind: 4 },
  callable: true,
  run: (cuda, args) => nest(cuda, args, what),
});

const moment = (doc: string, takes: Routine['takes']): Routine => ({
  doc,
  takes,
  run: (cuda, args) => cuda.annotate?.({ what: 'mark', id: 0n, ...told(cuda, args) }),
});

function numberOf(list: (string | undefined)[], text: string): bigint {
  const before = list.indexOf(text);
  return BigInt(before < 0 ? list.push(text) : before + 1);
}

function nameCategory(cuda: CudaRuntime, args: RoutineArgs): void {
  const number = args.category?.how === 'value' ? args.category.value : 0;
  namesOf(cuda).categories.set(`${domainOf(args)} ${number}`, textOf(args));
}

const begin = range('Begins a range, which may hold others.', { label, color }, 'push');
const beginEx = range('Begins a range that attributes describe.', { event }, 'push');
const finish = range('Ends the range that was begun last.', {}, 'pop');
const mark = moment('Marks a moment.', { label, color });
const createDomain: Routine = {
  doc: 'A domain of this name, whose ranges are told apart from others.',
  takes: { label },
  gives: domainHandle,
  run: (cuda, args) => numberOf(namesOf(cuda).domains, textOf(args)),
};
const registerString: Routine = {
  doc: 'A text that events of the domain may name by its handle (messageType 3).',
  takes: { domain, label },
  gives: stringHandle,
  run: (cuda, args) => numberOf(namesOf(cuda).strings, textOf(args)),
};
const nameDomainCategory: Routine = {
  doc: 'Names a category of the domain.',
  takes: { domain, category, label },
  run: nameCategory,
};
const nameGlobalCategory: Routine = { doc: 'Names a category.', takes: { category, label }, run: nameCategory };

const long = (name: string, value = 0) => ({ name, type: { base: 'integer', kind: 8 }, default: value }) as const;
const integer = (name: string, value = 0) => ({ name, type: { base: 'integer', kind: 4 }, default: value }) as const;
const short = (name: string, value = 0) => ({ name, type: { base: 'integer', kind: 2 }, default: value }) as const;

export const nvtx: LibraryModule = {
  name: 'nvtx',
  doc: 'Names for stretches of time, for profilers.',
  types: {
    nvtxRangeId: {
      doc: 'A range that was started.',
      opaque: true,
      components: [long('handle')],
    },
    nvtxDomainHandle: {
      doc: 'A domain; the null handle is that of all that names none.',
      components: [long('handle')],
    },
    nvtxStringHandle: {
      doc: 'A registered text, for `message` of event attributes.',
      components: [{ name: 'handle', type: { base: 'derived', name: 'c_ptr', module: 'iso_c_binding' } }],
    },
    nvtxEventAttributes: {
      doc: 'What is said of an event: as nvtxEventAttributes_t in C. `message` is the address of a text that ends with a zero character.',
      components: [
        short('version', 1),
        short('size', 48),
        integer('category'),
        integer('colorType', 1),
        integer('color'),
        integer('payloadType'),
        integer('reserved0'),
        long('payload'),
        integer('messageType', 1),
        { name: 'message', type: { base: 'derived', name: 'c_ptr', module: 'iso_c_binding' } },
      ],
    },
  },
  constants: Object.fromEntries(
    Object.entries({
      NVTX_VERSION: 3,
      NVTX_EVENT_ATTRIB_STRUCT_SIZE: 48,
      NVTX_COLOR_UNKNOWN: 0,
      NVTX_COLOR_ARGB: 1,
      NVTX_MESSAGE_UNKNOWN: 0,
      NVTX_MESSAGE_TYPE_ASCII: 1,
      NVTX_MESSAGE_TYPE_UNICODE: 2,
      NVTX_MESSAGE_TYPE_REGISTERED: 3,
      NVTX_PAYLOAD_UNKNOWN: 0,
      NVTX_PAYLOAD_TYPE_UNSIGNED_INT64: 1,
      NVTX_PAYLOAD_TYPE_INT64: 2,
      NVTX_PAYLOAD_TYPE_DOUBLE: 3,
      NVTX_PAYLOAD_TYPE_UNSIGNED_INT32: 4,
      NVTX_PAYLOAD_TYPE_INT32: 5,
      NVTX_PAYLOAD_TYPE_FLOAT: 6,
    }).map(([name, value]) => [name, { type: { base: 'integer', kind: 4 }, value } as const]),
  ),
  routines: {
    nvtxStartRange: begin,
    nvtxEndRange: finish,
    nvtxStartRangeAsync: begin,
    nvtxEndRangeAsync: finish,
    nvtxRangePush: { ...begin, also: [{ event }] },
    nvtxRangePushA: begin,
    nvtxRangePushEx: beginEx,
    nvtxRangePop: finish,
    nvtxMark: { ...mark, also: [{ event }] },
    nvtxMarkA: mark,
    nvtxMarkEx: moment('Marks a moment that attributes describe.', { event }),
    nvtxRangeStart: {
      doc: 'Starts a range that may overlap others.',
      takes: { label, color },
      also: [{ event }],
      gives: rangeId,
      run: start,
    },
    nvtxRangeStartA: {
      doc: 'Starts a range that may overlap others.',
      takes: { label, color },
      gives: rangeId,
      run: start,
    },
    nvtxRangeStartEx: { doc: 'Starts a range that attributes describe.', takes: { event }, gives: rangeId, run: start },
    nvtxRangeEnd: { doc: 'Ends it.', takes: { id }, run: end },
    nvtxNameCategory: nameGlobalCategory,
    nvtxNameCategoryA: nameGlobalCategory,
    nvtxDomainCreate: createDomain,
    nvtxDomainCreateA: createDomain,
    nvtxDomainDestroy: {
      doc: 'Ends a domain: what it named is forgotten.',
      takes: { domain },
      run: (cuda, args) => {
        namesOf(cuda).domains[domainOf(args) - 1] = undefined;
      },
    },
    nvtxDomainRegisterString: registerString,
    nvtxDomainRegisterStringA: registerString,
    nvtxDomainNameCategory: nameDomainCategory,
    nvtxDomainNameCategoryA: nameDomainCategory,
    nvtxDomainMarkEx: moment('Marks a moment in a domain.', { domain, event }),
    nvtxDomainRangePushEx: range('Begins a range in a domain.', { domain, event }, 'push'),
    nvtxDomainRangePop: range('Ends the range of the domain that was begun last.', { domain }, 'pop'),
    nvtxDomainRangeStartEx: {
      doc: 'Starts a range in a domain that may overlap others.',
      takes: { domain, event },
      gives: rangeId,
      run: start,
    },
    nvtxDomainRangeEnd: { doc: 'Ends it.', takes: { domain, id }, run: end },
  },
};
