/** Messages about launches of kernels. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import type { Expr, Procedure } from '../program.ts';
import { article, type Callee, error, named, typed } from './message.ts';

export const kernelWithoutLaunch = (p: { name: string; span: Span }, at: Span): Diagnostic =>
  error(
    'kernel-without-launch',
    `${named(p)} is a kernel: it needs a launch configuration`,
    at,
    'called like an ordinary subroutine',
    {
      also: [{ at: p.span, text: '`attributes(global)`' }],
      help: `call ${p.name}<<<grid, block>>>(...)`,
    },
  );
export const launchOfOrdinary = (p: Callee, at: Span): Diagnostic =>
  error('launch-of-ordinary', `${named(p)} is no kernel and cannot be launched`, at, undefined, {
    also: [{ at: p.span, text: 'not `attributes(global)`' }],
    help: `make it a kernel with \`attributes(global)\`, or leave out \`<<<...>>>\``,
  });
export const launchWithoutInterface = (name: string, at: Span): Diagnostic =>
  error('launch-without-interface', `the interface of kernel \`${name}\` is not known here`, at, undefined, {
    help: 'put the kernel in a module and use it, or write an interface block for it',
  });
export const launchInKernelLoop = (at: Span): Diagnostic =>
  error('launch-in-device-code', 'a kernel cannot be launched inside a CUF kernel', at);
export const launchExtentType = (what: string, e: Expr): Diagnostic =>
  error('launch-extent', `the ${what} of a launch must be an integer or type(dim3), not ${article(typed(e))}`, e.span);
export const starBlock = (at: Span): Diagnostic => error('launch-extent', 'the block of a launch cannot be `*`', at);
export const kernelAsFunction = (p: Procedure, at: Span): Diagnostic =>
  error('kernel-without-launch', `kernel ${named(p)} cannot be used as a function`, at, undefined, {
    also: [{ at: p.span }],
  });
