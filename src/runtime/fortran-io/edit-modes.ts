/** The changeable modes of a formatted statement, and the control edits that change them. */
import type { ControlName } from '../../library/format-parse.ts';
import type { EditModes } from './transfer.ts';

export function initialModes(): EditModes {
  return { scale: 0, plus: false, comma: false, rounding: 'compatible', blankZero: false, pad: true, delim: 'none' };
}

const changes: { readonly [name: string]: Partial<EditModes> } = {
  S: { plus: false },
  SP: { plus: true },
  SS: { plus: false },
  BN: { blankZero: false },
  BZ: { blankZero: true },
  RU: { rounding: 'up' },
  RD: { rounding: 'down' },
  RZ: { rounding: 'zero' },
  RN: { rounding: 'nearest' },
  RC: { rounding: 'compatible' },
  RP: { rounding: 'nearest' },
  DC: { comma: true },
  DP: { comma: false },
};

export function applyControl(modes: EditModes, name: ControlName, value: number): void {
  if (name === 'P') modes.scale = value;
  else Object.assign(modes, changes[name]);
}
