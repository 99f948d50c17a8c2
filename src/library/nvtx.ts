/** The module nvtx: stretches of the host's time with names, for profilers. */
import type { CudaRuntime } from '../machine/device.ts';
import type { Annotation } from '../machine/report.ts';
import type { LibraryModule, Param, Routine, RoutineArgs } from './library-module.ts';

const label: Param = { how: 'text' };
const color: Param = { how: 'in', type: { base: 'integer', kind: 4 }, optional: 0 };
const rangeId = { base: 'derived', name: 'nvtxRangeId' } as const;
const attributes = { base: 'derived', name: 'nvtxEventAttributes' } as const;
const event: Param = { how: 'struct', type: attributes };

/** Colours of ranges whose colour is given as a small number, as NVIDIA's module has them. */
const colors = [0x0000ff00, 0x000000ff, 0x00ffff00, 0x00ff00ff, 0x0000ffff, 0x00ff0000, 0x00ffffff];

type Told = Pick<Annotation, 'label' | 'color' | 'category' | 'payload'>;

function told(cuda: CudaRuntime, args: RoutineArgs): Told {
  return args.event ? attributesOf(cuda, args) : labelled(args);
}

function labelled(args: RoutineArgs): Told {
  const text = args.label?.how === 'text' ? args.label.text : '';
  const number = args.color?.how === 'value' ? Number(args.color.value) : 0;
  const end = text.indexOf('\0');
  return {
    label: (end < 0 ? text : text.slice(0, end)).trimEnd(),
    ...(number !== 0 && { color: colors[number - 1] ?? number >>> 0 }),
  };
}

function attributesOf(cuda: CudaRuntime, args: RoutineArgs): Told {
  const given = args.event?.how === 'cell' ? args.event.cell : undefined;
  const integer = (name: string): number => Number(given?.component(name).getInteger() ?? 0n);
  return {
    label: textAt(cuda, given?.component('message').getInteger() ?? 0n),
    ...(integer('colorType') !== 0 && { color: integer('color') >>> 0 }),
    ...(integer('category') !== 0 && { category: integer('category') }),
    ...(integer('payloadType') !== 0 && { payload: integer('payload') }),
  };
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

let ranges = 0n;

function start(cuda: CudaRuntime, args: RoutineArgs): bigint {
  ranges += 1n;
  cuda.annotate?.({ what: 'start', id: ranges, ...told(cuda, args) });
  return ranges;
}

function end(cuda: CudaRuntime, args: RoutineArgs): void {
  const id = args.id;
  const number = id?.how === 'cell' ? id.cell.component('handle').getInteger() : 0n;
  cuda.annotate?.({ what: 'end', label: '', id: number });
}

const moment = (doc: string, takes: Routine['takes'], what: 'push' | 'pop' | 'mark'): Routine => ({
  doc,
  takes,
  run: (cuda, args) => cuda.annotate?.({ what, id: 0n, ...told(cuda, args) }),
});

const begin = moment('Begins a range, which may hold others.', { label, color }, 'push');
const beginEx = moment('Begins a range that attributes describe.', { event }, 'push');
const finish = moment('Ends the range that was begun last.', {}, 'pop');
const mark = moment('Marks a moment.', { label, color }, 'mark');

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
  constants: {},
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
    nvtxMarkEx: moment('Marks a moment that attributes describe.', { event }, 'mark'),
    nvtxRangeStart: {
      doc: 'Starts a range that may overlap others.',
      takes: { label, color },
      also: [{ event }],
      gives: rangeId,
      run: start,
    },
    nvtxRangeStartEx: { doc: 'Starts a range that attributes describe.', takes: { event }, gives: rangeId, run: start },
    nvtxRangeEnd: { doc: 'Ends it.', takes: { id: { how: 'struct', type: rangeId } }, run: end },
  },
};
