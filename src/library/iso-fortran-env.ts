/** The module iso_fortran_env: kinds, units, codes of input and output. */
import type { LibraryConstant, LibraryModule, LibraryType, Routine } from './library-module.ts';

const values: Readonly<Record<string, number | readonly number[]>> = {
  integer_kinds: [1, 2, 4, 8],
  real_kinds: [2, 4, 8],
  logical_kinds: [1, 2, 4, 8],
  character_kinds: [1],
  int8: 1,
  int16: 2,
  int32: 4,
  int64: 8,
  real16: 2,
  real32: 4,
  real64: 8,
  real128: -1,
  logical8: 1,
  logical16: 2,
  logical32: 4,
  logical64: 8,
  input_unit: 5,
  output_unit: 6,
  error_unit: 0,
  iostat_end: -1,
  iostat_eor: -2,
  iostat_inquire_internal_unit: 5018,
  character_storage_size: 8,
  file_storage_size: 8,
  numeric_storage_size: 32,
  atomic_int_kind: 8,
  atomic_logical_kind: 8,
  current_team: -1,
  initial_team: -2,
  parent_team: -3,
  stat_failed_image: 6001,
  stat_locked: 1,
  stat_locked_other_image: 2,
  stat_stopped_image: 6000,
  stat_unlocked: 0,
  stat_unlocked_failed_image: 3,
};

/** What images tell each other; what a program knows of them is what statements and intrinsic procedures do. */
const ofImages = (doc: string, name: string): LibraryType => ({
  doc,
  opaque: true,
  components: [{ name, type: { base: 'integer', kind: 8 }, default: 0 }],
});

const says = (doc: string, text: string): Routine => ({
  doc,
  takes: {},
  gives: { base: 'character', length: text.length },
  always: text,
  run: () => text,
});

export const isoFortranEnv: LibraryModule = {
  name: 'iso_fortran_env',
  doc: 'Kinds, units and codes of the Fortran environment.',
  types: {
    event_type: ofImages('How often an event was posted and not yet waited for.', 'count'),
    lock_type: ofImages('Whether a lock is held.', 'held'),
    team_type: ofImages('A team of images.', 'number'),
  },
  constants: Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, LibraryConstant] => [
      name,
      { type: { base: 'integer', kind: 4 }, value },
    ]),
  ),
  routines: {
    compiler_version: says('Name and version of the compiler.', 'cufort'),
    compiler_options: says('Options of the compiler.', ''),
  },
};
