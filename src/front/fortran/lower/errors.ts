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
