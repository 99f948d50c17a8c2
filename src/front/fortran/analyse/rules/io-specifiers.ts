/** Facts of specifiers in I/O statements: types, words they can be, what they set. */
import type { IoOperation, Type } from '../../program.ts';

type Base = 'character' | 'integer' | 'logical';

const characterKeys = new Set([
  'access',
  'action',
  'advance',
  'asynchronous',
  'blank',
  'convert',
  'decimal',
  'delim',
  'direct',
  'encoding',
  'file',
  'form',
  'formatted',
  'iomsg',
  'name',
  'pad',
  'position',
  'read',
  'readwrite',
  'round',
  'sequential',
  'sign',
  'status',
  'stream',
  'unformatted',
  'write',
]);
const logicalKeys = new Set(['exist', 'opened', 'named', 'pending']);

/** What a specifier takes or sets; `size` and the like are integers. */
export function specifierBase(key: string): Base {
  if (characterKeys.has(key)) return 'character';
  return logicalKeys.has(key) ? 'logical' : 'integer';
}

/** A logical of any kind for a logical, as for the others. */
export const hasBase = (t: Type, base: Base): boolean => t.base === base && !(t.base === 'character' && t.kind === 4);

const yesOrNo = ['yes', 'no'];
const everywhere: Readonly<Record<string, readonly string[]>> = {
  advance: yesOrNo,
  asynchronous: yesOrNo,
  blank: ['null', 'zero'],
  decimal: ['comma', 'point'],
  delim: ['apostrophe', 'quote', 'none'],
  pad: yesOrNo,
  round: ['up', 'down', 'zero', 'nearest', 'compatible', 'processor_defined'],
  sign: ['plus', 'suppress', 'processor_defined'],
};
const ofOpen: Readonly<Record<string, readonly string[]>> = {
  // `append` and `binary` are extensions.
  access: ['sequential', 'direct', 'stream', 'append'],
  action: ['read', 'write', 'readwrite'],
  encoding: ['default', 'utf-8'],
  form: ['formatted', 'unformatted', 'binary'],
  position: ['asis', 'rewind', 'append'],
  status: ['old', 'new', 'scratch', 'replace', 'unknown'],
};

/** The words that may stand there; undefined: any. */
export function specifierWords(statement: IoOperation, key: string): readonly string[] | undefined {
  if (statement === 'open') return ofOpen[key] ?? everywhere[key];
  if (statement === 'close') return key === 'status' ? ['keep', 'delete', 'save'] : undefined;
  return statement === 'read' || statement === 'write' ? everywhere[key] : undefined;
}
