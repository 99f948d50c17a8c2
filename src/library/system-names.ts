/** The numbers by which library/fortran/other names what it asks of the system: places in these lists, from 0. Append, never reorder. */

export const systemActs = [
  'enter',
  'remove',
  'rename',
  'link',
  'symbolic-link',
  /** The number is the mode. */
  'mode',
  /** The number: 4 read, 2 write, 1 execute, 0 is it there. */
  'access',
  'make-folder',
  'remove-folder',
] as const;
export type SystemAct = (typeof systemActs)[number];

export const systemNumbers = ['process', 'user', 'group', 'error', 'mask', 'terminal', 'descriptor'] as const;
export type SystemNumber = (typeof systemNumbers)[number];

/** error: of a number; date: of seconds since 1970; environment-folder: for temporary files. */
export const systemTexts = ['user', 'error', 'date', 'folder', 'temporary'] as const;
export type SystemText = (typeof systemTexts)[number];
