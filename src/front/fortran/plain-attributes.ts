/** The attributes of a variable of the host without any. */
import type { Attributes } from './program.ts';

export const plainAttributes: Attributes = {
  placement: 'host',
  allocatable: false,
  pointer: false,
  target: false,
  optional: false,
  value: false,
  contiguous: false,
  volatile: false,
  intent: undefined,
};
