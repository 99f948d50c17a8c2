/** Messages about launches of kernels. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import type { Expr, Procedure, Stmt, Variable } from '../program.ts';
import { article, type Callee, error, named, remark, typed, warning, written } from './message.ts';
import { type Elsewhere, helpElsewhere } from './names.ts';

export const kernelWithoutLaunch = (p: { name: string; span: Span }, at: Span): Diagnostic =>
  error(
    'kernel-without-launch',
    `${named(p)} is a kernel: it needs a launch configuration`,
    at,
    'called like an ordinary subroutine',
    {
      also: [{ at: p.span, text: '`attributes(global)`' }],
      help: `call ${p.name}<<<grid, block>>>${argumentsIn(at)}`,
    },
  );
/** The arguments of a call, as they are written. */
function argumentsIn(at: Span): string {
  const text = /\(.*\)\s*$/.exec(at.source.text.slice(at.from, at.to))?.[0].trim() ?? '(...)';
  return text.length > 60 ? '(...)' : text;
}
export const launchOfOrdinary = (p: Callee, at: Span): Diagnostic =>
  error('launch-of-ordinary', `${named(p)} is no kernel and cannot be launched`, at, undefined, {
    also: [{ at: p.span, text: 'not `attributes(global)`' }],
    help: `make it a kernel with \`attributes(global)\`, or leave out \`<<<...>>>\``,
  });
export const launchWithoutInterface = (name: string, at: Span, elsewhere: Elsewhere | undefined): Diagnostic =>
  error('launch-without-interface', `the interface of kernel \`${name}\` is not known here`, at, undefined, {
    help: elsewhere
      ? helpElsewhere(name, elsewhere)
      : 'put the kernel in a module and use it, or write an interface block for it',
  });
export const launchInKernelLoop = (at: Span): Diagnostic =>
  error(
    'launch-in-device-code',
    'a kernel cannot be launched inside a CUF kernel',
    at,
    'this loop runs on the device',
    {
      help: 'launch it from host code, before or after the loop',
    },
  );
export const launchInDeviceCode = (name: string, at: Span): Diagnostic =>
  error(
    'launch-in-device-code',
    'a kernel cannot be launched from device code',
    at,
    'CUDA Fortran has no dynamic parallelism',
    {
      help: `launch it from host code; to share code between kernels, make a procedure of it:\nattributes(device) subroutine ${name}(...)`,
    },
  );
export const launchExtentType = (what: string, e: Expr): Diagnostic =>
  error('launch-extent', `the ${what} of a launch must be an integer or type(dim3), not ${article(typed(e))}`, e.span);
export const hostAddress = (e: Expr, host: Variable): Diagnostic =>
  warning(
    'host-address-in-kernel',
    `the address of ${named(host)}, which lies in host memory, goes to a kernel in ${written(e.span)}`,
    e.span,
    'a kernel that uses it leaves the memory of the device: error 700 on most GPUs',
    {
      also: [{ at: host.span, text: 'declared in host memory' }],
      help: `declare \`${host.name}\` with the device or managed attribute, and pass it as an argument of its own`,
    },
  );
export const starBlock = (at: Span): Diagnostic => error('launch-extent', 'the block of a launch cannot be `*`', at);
export const kernelAsFunction = (p: Procedure, at: Span): Diagnostic =>
  error('kernel-without-launch', `kernel ${named(p)} cannot be used as a function`, at, undefined, {
    also: [{ at: p.span }],
  });
export const emptyLaunch = (what: 'grid' | 'block', at: Span): Diagnostic =>
  warning(
    'empty-launch',
    `a ${what} of no ${what === 'grid' ? 'blocks' : 'threads'} cannot be launched`,
    at,
    'cudaErrorInvalidConfiguration',
    {
      help: `round up: \`(n + ${what === 'grid' ? 'block - 1) / block' : '31) / 32 * 32'}\``,
    },
  );
export const blockTooLarge = (threads: bigint, at: Span): Diagnostic =>
  warning(
    'block-too-large',
    `a block of ${threads} threads is more than a GPU takes: 1024`,
    at,
    'the launch fails with cudaErrorInvalidConfiguration',
    { help: `use more blocks:\n<<<(n + 255) / 256, 256>>>` },
  );
export const axisTooLarge = (what: 'grid' | 'block', axis: number, has: bigint, most: bigint, at: Span): Diagnostic =>
  warning(
    'launch-too-large',
    `the ${what} has ${has} ${what === 'grid' ? 'blocks' : 'threads'} along ${'xyz'[axis]}, a GPU takes ${most}`,
    at,
    'the launch fails with cudaErrorInvalidConfiguration',
    { help: 'put the longest extent along x' },
  );
export const overLaunchBounds = (threads: bigint, bound: number, s: Extract<Stmt, { kind: 'launch' }>): Diagnostic =>
  warning(
    'over-launch-bounds',
    `a block of ${threads} threads is more than the kernel's launch_bounds allow: ${bound}`,
    s.block.span,
    'the launch fails with cudaErrorLaunchOutOfResources',
    {
      also: s.callee.kind === 'procedure' ? [{ at: s.callee.procedure.span, text: `launch_bounds(${bound})` }] : [],
      help: `launch at most ${bound} threads in a block, or declare\nattributes(global) launch_bounds(${threads})`,
    },
  );
export const managedBeforeSync = (at: Span, v: Variable, launch: Span): Diagnostic =>
  warning(
    'managed-before-sync',
    `${named(v)} is used by host code while the kernel may still be running`,
    at,
    'launches do not wait',
    {
      also: [{ at: launch, text: 'launched here with it' }],
      help: 'wait for the kernel first:\nistat = cudaDeviceSynchronize()',
    },
  );

type LibraryCall = Extract<Expr, { kind: 'library-call' }>;
const textAt = (e: Expr): string => written(e.span).slice(1, -1);

export const copyTooLong = (call: LibraryCall, of: Expr, room: bigint, count: Expr, wanted: bigint): Diagnostic =>
  warning(
    'copy-too-long',
    `${wanted} elements are copied, but ${written(of.span)} has ${room}`,
    count.span,
    'counts elements, not bytes',
    { help: copyHelp(call, String(room)) },
  );
export const copyOfSection = (e: Expr, to: Expr, from: Expr): Diagnostic =>
  warning(
    'copy-of-section',
    `the elements of ${written(e.span)} do not lie one after the other, which a copy of CUDA takes for granted`,
    e.span,
    'a section with gaps',
    { help: `assign it, or use cudaMemcpy2D:\n${textAt(to)} = ${textAt(from)}` },
  );
export const gatheredSection = (e: Expr, to: Expr, from: Expr): Diagnostic =>
  remark(
    'copy-of-section',
    `the elements of ${written(e.span)} do not lie one after the other, and are gathered for this copy`,
    e.span,
    'a section with gaps',
    { help: `an assignment says the same; cudaMemcpy2D copies without gathering:\n${textAt(to)} = ${textAt(from)}` },
  );
export const copyInBytes = (call: LibraryCall, count: Expr): Diagnostic =>
  warning(
    'copy-too-long',
    'the count of a copy between arrays is elements, not bytes',
    count.span,
    'this counts bytes',
    {
      help: copyHelp(call, `size(${call.args[1] && call.args[1].kind !== 'procedure' ? textAt(call.args[1]) : 'a'})`),
    },
  );
function copyHelp(call: LibraryCall, count: string): string {
  const given = call.args.map((a) => (a && a.kind !== 'procedure' ? textAt(a) : ''));
  return `${call.routine.name}(${given[0] ?? ''}, ${given[1] ?? ''}, ${count})`;
}
export const copyDirection = (kind: Expr, toDevice: boolean): Diagnostic =>
  warning(
    'copy-direction',
    `this copy goes to the ${toDevice ? 'device' : 'host'}, but is told the other direction`,
    kind.span,
    undefined,
    { help: `leave the direction out, or write:\n${toDevice ? 'cudaMemcpyHostToDevice' : 'cudaMemcpyDeviceToHost'}` },
  );
export const noSharedBytes = (p: Procedure, v: Variable, s: Extract<Stmt, { kind: 'launch' }>): Diagnostic =>
  warning(
    'no-shared-bytes',
    `kernel ${named(p)} takes the size of ${named(v)} from the launch, which gives no bytes of shared memory`,
    s.span,
    'no third number between the chevrons',
    {
      also: [{ at: v.span, text: 'shared, of a size that the launch gives' }],
      help: `give the bytes:\ncall ${p.name}<<<grid, block, ${elementBytes(v)} * elements>>>(...)`,
    },
  );
function elementBytes(v: Variable): string {
  return 'kind' in v.type && typeof v.type.kind === 'number'
    ? String(v.type.kind * (v.type.base === 'complex' ? 2 : 1))
    : 'bytes';
}
