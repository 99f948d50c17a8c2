/**
 * All intrinsic procedures, by lower-case name.
 *
 * Rows with `lower` are made by it. The others, for those who lower:
 * by 'array'    sum product maxval minval iall iany iparity all any parity count maxloc minloc findloc reduce norm2 dot_product matmul transpose reshape
 *               spread pack unpack cshift eoshift transfer (scalars of one size: transfer-scalar.ts) move_alloc
 * by 'inquiry'  size shape lbound ubound rank allocated associated present is_contiguous same_type_as extends_type_of loc sizeof storage_size null,
 *               and kind huge tiny … int_ptr_kind selected_*, which are always folded in the front end where their arguments are constant
 *               (selected_* of variables: compare with the facts of real-model.ts)
 * by 'text'     char achar len len_trim trim repeat adjustl adjustr index scan verify lge lgt lle llt new_line
 * by 'call'     a call of the runtime: cpu_time system_clock date_and_time random_* get_command* command_argument_count get_environment_variable
 *               execute_command_line is_iostat_end (-1) is_iostat_eor (-2) getarg iargc getenv exit abort flush sleep system etime dtime second time time8 rand irand srand …,
 *               and out_of_range split, which have no operation yet
 * by 'image'    images and coarrays: statements and constants that the analysis makes of them
 */
import { arrayIntrinsics } from './arrays.ts';
import { bitIntrinsics } from './bits.ts';
import { imageIntrinsics } from './images.ts';
import { mathIntrinsics } from './math.ts';
import { numericIntrinsics } from './numeric.ts';
import { modelIntrinsics } from './real-model.ts';
import type { Row } from './row.ts';
import { specificNames } from './specific-names.ts';
import { surroundingsIntrinsics } from './surroundings.ts';
import { textIntrinsics } from './text.ts';

export const intrinsics: ReadonlyMap<string, Row> = new Map<string, Row>(
  [
    numericIntrinsics,
    mathIntrinsics,
    bitIntrinsics,
    modelIntrinsics,
    textIntrinsics,
    arrayIntrinsics,
    surroundingsIntrinsics,
    imageIntrinsics,
  ].flatMap((rows: Readonly<Record<string, Row>>) => Object.entries(rows)),
);

/** Every name, those that stand for one type of an intrinsic too. */
export function intrinsicNames(): readonly string[] {
  return [...intrinsics.keys(), ...specificNames.keys()].sort();
}
