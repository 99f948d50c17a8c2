/** Messages about device data, device code, and the border to the host. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import { rankOf, typeText } from '../analyse/types.ts';
import { onDevice } from '../placement.ts';
import type { Component, Expr, Placement, Procedure, Variable } from '../program.ts';
import type * as tree from '../tree.ts';
import { type Callee, error, named, warning, written } from './message.ts';

export const sharedInHost = (name: string, at: Span, host: Procedure | undefined): Diagnostic =>
  error('shared-in-host-code', `\`${name}\` is shared memory, which only device code has`, at, undefined, {
    also: [host && { at: host.span, text: `${named(host)} is host code` }],
    help: host
      ? asDeviceCode(host)
      : 'declare it inside the kernel that uses it; other device procedures get it as an argument',
  });
/** The heading with what was left out. */
function asDeviceCode({ name, signature }: Procedure): string {
  const kind = signature.subroutine ? '(global) subroutine' : '(device) function';
  return `if it is meant for the device, say so in its heading:\nattributes${kind} ${name}(…)`;
}
export const constantInProcedure = (name: string, at: Span): Diagnostic =>
  error('constant-in-procedure', `constant memory \`${name}\` must be declared in a module`, at);
export const pinnedNotAllocatable = (name: string, at: Span): Diagnostic =>
  warning('pinned-not-allocatable', `\`${name}\` is pinned but not allocatable: it stays in ordinary host memory`, at);
export const deviceComponent = (c: tree.Name): Diagnostic =>
  error('device-component', `device component ${written(c.span)} must be allocatable or a pointer`, c.span);
export const builtinInHostCode = (name: string, at: Span, host: Procedure | undefined): Diagnostic =>
  error(
    'builtin-in-host-code',
    `${written(at)} has a value only in device code`,
    at,
    `\`${name}\` is set for each thread of a kernel`,
    host && { also: [{ at: host.span, text: `${named(host)} is host code` }], help: asDeviceCode(host) },
  );
export const builtinWithoutComponent = (name: string, at: Span): Diagnostic =>
  error(
    'builtin-component',
    `${written(at)} is no number: the components of \`${spelt(name)}\` are x, y and z`,
    at,
    undefined,
    {
      help: `${spelt(name)}%x`,
    },
  );
function spelt(name: string): string {
  return { threadidx: 'threadIdx', blockidx: 'blockIdx', blockdim: 'blockDim', griddim: 'gridDim' }[name] ?? name;
}
export const hostArrayOnDevice = (v: Variable, at: Span, where: 'kernel-loop' | 'device'): Diagnostic => {
  const place = where === 'kernel-loop' ? 'a CUF kernel, which runs on the device' : 'device code';
  return error('host-array-on-device', `host array ${named(v)} is used inside ${place}`, at, 'used on the device', {
    also: [{ at: v.span, text: `${named(v)} is ${v.storage === 'associate' ? '' : 'declared '}in host memory` }],
    ...(where === 'kernel-loop' && { notes: ['scalars are copied to the device for you; arrays are not'] }),
    help: arrayHelp(v),
  });
};
function arrayHelp(v: Variable): string {
  const rank = rankOf(v.shape);
  const there = v.type.base === 'derived' && v.type.type.components.find((c) => onDevice(c.attributes.placement));
  if (there) return `give what lies on the device a name before the loop:\nassociate (x => ${v.name}(i)%${there.name})`;
  const open =
    v.attributes.allocatable ||
    v.attributes.pointer ||
    v.shape?.kind === 'deferred' ||
    v.shape?.kind === 'assumed-shape' ||
    v.shape?.kind === 'assumed-size';
  const shape = open ? `(${Array.from({ length: rank }, () => ':').join(',')})` : extentsText(v);
  return [
    'declare it with the device, managed or constant attribute, or copy it first:',
    `${typeText(v.type).replace('(4)', '')}, device${open ? ', allocatable' : ''} :: ${v.name}_d${shape}`,
    `${v.name}_d = ${v.name}`,
  ].join('\n');
}
function extentsText(v: Variable): string {
  if (v.shape?.kind !== 'explicit') return '';
  const parts = v.shape.bounds.map(({ lower, upper }) => {
    const low = lower.kind === 'constant' ? `${String(lower.value)}` : written(lower.span).slice(1, -1);
    const high = upper.kind === 'constant' ? `${String(upper.value)}` : written(upper.span).slice(1, -1);
    return low === '1' ? high : `${low}:${high}`;
  });
  return `(${parts.join(',')})`;
}
export const hostVariableOnDevice = (v: Variable, at: Span): Diagnostic =>
  error('host-variable-on-device', `host variable ${named(v)} is used inside device code`, at, 'used on the device', {
    also: [{ at: v.span, text: `${named(v)} is declared in host memory` }],
    help: 'pass it as an argument with the value attribute, or declare it with the device, managed or constant attribute',
  });
export const hostComponentOnDevice = (c: Component, n: tree.Name): Diagnostic =>
  error(
    'host-array-on-device',
    `component ${named(c)} lies in host memory and is used inside a CUF kernel, which runs on the device`,
    n.span,
    'used on the device',
    {
      also: [{ at: c.span, text: 'allocated in host memory' }],
      help: 'give the component the device or managed attribute',
    },
  );
/** `own`: its source is at hand; `unknown`: a dummy procedure or a pointer. */
export const hostProcedureInDeviceCode = (
  name: string,
  where: 'kernel-loop' | 'device',
  at: Span,
  sort: 'own' | 'library' | 'unknown',
  meant?: string,
): Diagnostic =>
  error(
    'host-procedure-on-device',
    `${meant === undefined ? 'host procedure ' : ''}\`${name}\`${meant === undefined ? '' : ', which nothing declares for the device,'} is called inside ${where === 'kernel-loop' ? 'a CUF kernel, which runs on the device' : 'device code'}`,
    at,
    undefined,
    {
      help:
        meant !== undefined
          ? `did you mean \`${meant}\`?`
          : {
              own: `let it be compiled for the device too, in its heading:\nattributes(host,device) ... ${name}(...)`,
              library: onHostHelp(name),
              unknown:
                'device code calls procedures by their names: write one with `attributes(device)` in the module, and a kernel for each of them',
            }[sort],
    },
  );
export const deviceProcedureInHostCode = (name: string, at: Span): Diagnostic =>
  error('device-procedure-on-host', `device procedure \`${name}\` is called from host code`, at, undefined, {
    help: 'give it `attributes(host,device)`, or call it from a kernel',
  });
export const routineOnWrongSide = (name: string, side: 'host' | 'device' | 'both', at: Span): Diagnostic =>
  side === 'host'
    ? error('device-procedure-on-host', `\`${name}\` can only be called in device code`, at, 'this is host code', {
        help: /^sync/i.test(name)
          ? 'to wait for kernels in host code:\nistat = cudaDeviceSynchronize()'
          : `call it in a kernel:\nattributes(global) subroutine kernel(...)`,
      })
    : error('host-procedure-on-device', `\`${name}\` can only be called in host code`, at, 'this is device code', {
        help: onHostHelp(name),
      });
/** What device code does instead. */
const instead: readonly (readonly [names: RegExp, help: string])[] = [
  [/^cuda(?:device|thread|stream)synchronize$/i, 'threads of a block wait for each other with:\ncall syncthreads()'],
  [/^cudamem(?:cpy|set)/i, 'device code sets memory by assignment:\na(i) = b(i)'],
  [/^cuda(?:malloc|free)/i, 'allocate it in host code before the launch, and pass it to the kernel'],
  [
    /^random_(?:number|seed|init)$/i,
    'draw numbers with cuRAND, one state for each thread:\nuse curand_device\ntype(curandStateXORWOW) :: state\ncall curand_init(seed, sequence, offset, state)\nx = curand_uniform(state)',
  ],
  [
    /^(?:cpu_time|system_clock|date_and_time|etime|dtime|second)$/i,
    'device code counts ticks of the processor:\nticks = clock64()',
  ],
  [
    /^(?:cublas|cufft|cusparse|cusolver|curand)/i,
    'the library launches kernels itself: call it in host code, between the launches of your own',
  ],
];
function onHostHelp(name: string): string {
  return (
    instead.find(([names]) => names.test(name))?.[1] ??
    'call it in host code, before the launch, and pass what the kernel needs as an argument'
  );
}
export const ioOnDevice = (operation: string, at: Span): Diagnostic =>
  error('io-on-device', `this \`${operation}\` cannot stand in device code`, at, 'units and files belong to the host', {
    notes: ['device code has `print *, ...`, and `write` to `*` with `*` or a constant format'],
    help:
      operation === 'read' || operation === 'open' || operation === 'inquire'
        ? 'read in host code, and copy to the device:\nread (unit, *) a_h\na_d = a_h'
        : 'copy to the host, and write there:\na_h = a_d\nwrite (unit, *) a_h',
  });
export const textureNotPointer = (name: string, at: Span): Diagnostic =>
  error('texture-not-pointer', `texture \`${name}\` must be a pointer`, at, undefined, {
    help: `textures are bound to device data by pointer assignment:\nreal, texture, pointer :: ${name}(:)\n${name} => a_d`,
  });
export const elementTransfer = (e: Expr, loop: Span, writes: boolean): Diagnostic => {
  const whole = written(e.span).slice(1, -1).replace(/\(.*/s, '');
  const copy = `${whole.replace(/_d(?:ev)?$/i, '')}_h`;
  return warning(
    'element-transfer',
    `each turn of this loop copies one element of \`${whole}\` ${writes ? 'to' : 'from'} the device`,
    e.span,
    'in device memory',
    {
      also: [{ at: { ...loop, to: lineEnd(loop) }, text: 'a loop of host code' }],
      help: writes
        ? `compute in host memory, and copy once:\n${copy}(i) = ...\n${whole} = ${copy}\nor let the device run the loop:\n!$cuf kernel do <<<*, *>>>`
        : `copy once, and use the copy in the loop:\n${copy} = ${whole}\nor let the device run the loop:\n!$cuf kernel do <<<*, *>>>`,
    },
  );
};
function lineEnd(at: Span): number {
  const end = at.source.text.indexOf('\n', at.from);
  return end < 0 ? at.to : Math.min(end, at.to);
}
export const hostDataToDevice = (
  c: Callee,
  dummy: Variable,
  e: Expr,
  launch: boolean,
  _actual: Placement,
): Diagnostic => {
  const scalar = e.rank === 0 && !dummy.shape;
  return error(
    'host-data-to-device',
    `${written(e.span)} is host data, but argument ${named(dummy)} of ${launch ? 'kernel ' : ''}${named(c)} is device data`,
    e.span,
    'in host memory',
    {
      also: [{ at: dummy.span, text: `${named(dummy)} is read on the device` }],
      help: !scalar
        ? 'pass a copy that has the device or managed attribute'
        : dummy.attributes.intent === 'out' || dummy.attributes.intent === 'inout'
          ? resultOnDevice(dummy, e)
          : `declare the dummy argument with the value attribute: \`${typeText(dummy.type)}, value :: ${dummy.name}\``,
    },
  );
};
/** A scalar that a kernel sets. */
function resultOnDevice(dummy: Variable, e: Expr): string {
  const text = written(e.span).slice(1, -1);
  const name = `${/^\w+$/.test(text) ? text : dummy.name}_d`;
  return [
    'give it a variable on the device, and copy the result back:',
    `${typeText(dummy.type)}, device :: ${name}`,
    `call kernel<<<grid, block>>>(..., ${name})`,
    `${text} = ${name}`,
  ].join('\n');
}

export const deviceDataToHost = (c: Callee, dummy: Variable, e: Expr): Diagnostic =>
  error(
    'device-data-to-host',
    `${written(e.span)} is device data, but argument ${named(dummy)} of ${named(c)} is host data`,
    e.span,
    'in device memory',
    {
      also: [{ at: dummy.span, text: `${named(dummy)} has no device attribute` }],
      help: 'copy it to a host variable first, or give the dummy argument the device attribute',
    },
  );
export const deviceDataInCondition = (e: Expr, condition: Expr, loop: boolean): Diagnostic => {
  const name = written(e.span).slice(1, -1);
  const copy = `${name.replace(/\W.*/, '')}_h`;
  const asked = written(condition.span).slice(1, -1).replaceAll(name, copy);
  return warning(
    'device-data-in-condition',
    `${written(e.span)} is device data: ${loop ? 'each turn of the loop' : 'this condition'} waits for the device and copies it`,
    e.span,
    'in device memory',
    {
      help: `copy it where that is meant:\n${typeText(e.type)} :: ${copy}\n${copy} = ${name}\nif (${asked}) ...`,
    },
  );
};
