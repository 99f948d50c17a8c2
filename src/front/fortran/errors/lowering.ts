/** Messages of lowering. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';

export function notSupported(at: Span, what: string): Diagnostic {
  return {
    severity: 'error',
    code: 'not-supported-yet',
    message: `not supported yet: ${what}`,
    labels: [{ at }],
  };
}

export function interfaceDiffers(name: string, at: Span): Diagnostic {
  return {
    severity: 'error',
    code: 'interface-mismatch',
    message: `the interface of \`${name}\` does not agree with its definition or with another interface`,
    labels: [{ at }],
  };
}

export function sizeNotConstant(name: string, at: Span): Diagnostic {
  return {
    severity: 'error',
    code: 'size-not-constant',
    message: `the bounds and the length of \`${name}\` must be constant, because it has static storage`,
    labels: [{ at }],
  };
}
