/** What is expected of cases by their names: how they are run and what they say. Cases without a row follow the rule of their kind. */
export type Expected = {
  /** Options before, and arguments behind the source. */
  readonly options?: readonly string[];
  readonly args?: readonly string[];
  /** Of the process; a number other than 0, or any such. */
  readonly code?: number | 'not 0';
  /** All of them stand in what is printed, on either stream. */
  readonly says: readonly RegExp[];
  /** None of them. */
  readonly never?: readonly RegExp[];
};

export const expected: Readonly<Record<string, Expected>> = {
  'programs/attr-undeclared.cuf': { says: [/warning\[attributes-of-nothing\]/] },
  'programs/backslash.f90': { says: [/a\tb +3/] },
  'programs/copy-of-section.cuf': { says: [/10\.0 +20\.0 +30\.0 +40\.0/] },
  'programs/directive-before-statement.cuf': { says: [/warning\[kernel-needs-loop\]/, /24\.0/] },
  'programs/duplicate.f90': { says: [/warning\[repeated-attribute\]/, /1 +2 +3/] },
  'programs/intent-race.cuf': { says: [/warning\[race\]/] },
  'programs/managed-host-pointer.cuf': { says: [/2\.0+ +1\.0+/] },
  'programs/memset-complex.cuf': { says: [/0 +T/] },
  'programs/override-class-type.f90': { says: [/warning\[override-differs\]/] },
  'programs/override-intent.f90': { says: [/warning\[override-differs\]/] },
  'programs/too-few.f90': { says: [/warning\[too-few-elements\]/, /NN/] },
  'programs/system-lapack.f90': { options: ['-llapack'], args: ['potrf'], says: [/potrf +0/] },
  'host/constructor_unallocated_other_kind.f90': { says: [/ F\n/] },
  'host/cray_pointer_to_procedure.f90': { options: [], says: [/14/] },
  'host/g_with_d_zero.f90': { says: [/^(.+)\n\1\n/] },
  'host/ieee_support_halting_constant.f90': { says: [/ [TF]\n/] },
  'host/inquire_by_absolute_path.f90': { says: [/23/] },
  'host/inquire_pad.f90': { says: [/UNDEFINED\s+UNDEFINED/] },
  'host/intrinsic_through_module_rename.f90': { says: [/ 1\n/] },
  'host/selected_real_kind_radix.f90': { says: [/-5 +-5/] },
  'host/transfer_through_logical.f90': { says: [/ 42\n/] },
  'host/escape_in_format.f': { says: [/ 8\n/] },
  'host/null_mold_to_assumed_rank_pointer.f90': { says: [/ 0 +F/] },
  'faults/250-ifs.f90': { says: [], never: [/error/] },
  'faults/250-parens.f90': { says: [], never: [/error/] },
  'faults/sum-of-2000.f90': { says: [], never: [/error/] },
  'faults/big-constant.f90': { code: 1, says: [/100000000 elements are too many/] },
  'host/strftime_missing.f90': { says: [] },
  'faults/bounds-assumed-size.cuf': {
    options: ['-Mbounds'],
    args: ['1'],
    says: [/`a`: subscript 11 is not from 1 to 10/, /719/],
  },
  'faults/circular-use.f90': { code: 1, says: [/error\[circular-use\]/, /`b` uses `a` uses `b`/] },
  'faults/exit-0-after-700.cuf': { code: 'not 0', says: [/\bk\b/] },
  'faults/host-reads-device-memory.cuf': { says: [] },
  'faults/kernel-writes-host-memory.cuf': {
    options: ['-Mbounds'],
    says: [/warning\[host-address-in-kernel\]/, /`a`: subscript -?\d+ is not from 1 to 10/, /719/],
  },
  'faults/near-miss.cuf': { args: ['1'], says: [/sync/] },
  'faults/no-backtrace.f90': { options: ['-g'], args: ['2'], code: 'not 0', says: [/inner/, /no-backtrace\.f90/] },
  'faults/races.cuf': { says: [/warning\[race\]/, /warning\[missing-barrier\]/] },
  'faults/locoob.cuf': { says: [/warning\[race\]/] },
  'faults/shoob.cuf': { says: [/warning\[race\]/] },
  'faults/uaf.cuf': { says: [/double free +1 invalid argument/] },
  'faults/round.f90': { says: [/-27\.[23]/] },
  'gpu/r7_false_warning.cuf': { says: [], never: [/warning\[/] },
};
