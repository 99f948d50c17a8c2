/** The functions of cuSOLVER for dense matrices: name and arguments once, for the types of numbers that have them. */
import type { NativeRow } from './signature.ts';

/** Each with the function that tells the size of the work area. `*` stands for the real type's letter. */
const routines: readonly {
  readonly name: string;
  readonly takes: string;
  readonly size?: string;
  readonly ours?: string;
}[] = [
  { name: 'potrf', takes: 'hiipipip', size: 'hiipip' },
  { name: 'potrs', takes: 'hiiipipip' },
  { name: 'potri', takes: 'hiipipip', size: 'hiipip' },
  { name: 'lauum', takes: 'hiipipip', size: 'hiipip' },
  { name: 'laswp', takes: 'hipiiipi' },
  { name: 'getrf', takes: 'hiipippp', size: 'hiipip', ours: 'getrf_pivots' },
  { name: 'getrf', takes: 'hiipippp', ours: 'getrf_plain' },
  { name: 'getrs', takes: 'hiiipippip' },
  { name: 'geqrf', takes: 'hiipippip', size: 'hiipip' },
  { name: 'ormqr', takes: 'hiiiiipippipip', size: 'hiiiiipippip' },
  { name: 'orgqr', takes: 'hiiipippip', size: 'hiiipipp' },
  { name: 'syevd', takes: 'hiiipippip', size: 'hiiipipp' },
  { name: 'syevdx', takes: 'hiiiipi**iipppip', size: 'hiiiipi**iippp' },
  { name: 'sygvd', takes: 'hiiiipipippip', size: 'hiiiipipipp' },
  { name: 'sygvdx', takes: 'hiiiiipipi**iipppip', size: 'hiiiiipipi**iippp' },
  { name: 'gesvd', takes: 'hcciipippipipipp', size: 'hiip', ours: 'gesvd_valid' },
  { name: 'gebrd', takes: 'hiipipppppip', size: 'hiip', ours: 'gebrd_valid' },
  { name: 'orgbr', takes: 'hiiiipippip', size: 'hiiiipipp' },
  { name: 'sytrd', takes: 'hiipippppip', size: 'hiipipppp' },
  { name: 'orgtr', takes: 'hiipippip', size: 'hiipipp' },
  { name: 'ormtr', takes: 'hiiiiipippipip', size: 'hiiiiipippip' },
];
/** Functions of any type and of sizes of 64 bits, with parameters as objects. */
const anyType: readonly (readonly [name: string, takes: string])[] = [
  ['Xpotrf_bufferSize', 'hrILIpLIpp'],
  ['Xpotrf', 'hrILIpLIpBpBp'],
  ['Xpotrs', 'hrILLIpLIpLp'],
  ['Xgetrf_bufferSize', 'hrLLIpLIpp'],
  ['Xgetrf', 'hrLLIpLpIpBpBp'],
  ['Xgetrs', 'hrILLIpLpIpLp'],
  ['Xgeqrf_bufferSize', 'hrLLIpLIpIpp'],
  ['Xgeqrf', 'hrLLIpLIpIpBpBp'],
  ['Xsyevd_bufferSize', 'hrIILIpLIpIpp'],
  ['Xsyevd', 'hrIILIpLIpIpBpBp'],
  ['Xtrtri_bufferSize', 'hIILIpLpp'],
  ['Xtrtri', 'hIILIpLpBpBp'],
];
const complexNames: Readonly<Record<string, string>> = {
  ormqr: 'unmqr',
  orgqr: 'ungqr',
  orgbr: 'ungbr',
  sytrd: 'hetrd',
  orgtr: 'ungtr',
  ormtr: 'unmtr',
  syevd: 'heevd',
  syevdx: 'heevdx',
  sygvd: 'hegvd',
  sygvdx: 'hegvdx',
};

export const cusolverRows: readonly NativeRow[] = [
  ...(['S', 'D', 'C', 'Z'] as const).flatMap((kind) =>
    routines.flatMap((row): NativeRow[] => {
      const complex = kind === 'C' || kind === 'Z';
      const real = kind === 'S' || kind === 'C' ? 'f' : 'd';
      const spelt = (complex && complexNames[row.name]) || row.name;
      const line = (name: string, takes: string, ours = name): NativeRow => ({
        routine: `cusolverdn.cusolverdn${kind}${ours}`.toLowerCase(),
        when: 'before',
        calls: { library: 'cusolver', name: `cusolverDn${kind}${name}`, takes: takes.replaceAll('*', real) },
      });
      const own = line(spelt, row.takes, row.ours ?? spelt);
      return row.size === undefined ? [own] : [line(`${spelt}_bufferSize`, row.size), own];
    }),
  ),
  ...anyType.map(
    ([name, takes]): NativeRow => ({
      routine: `cusolverdn.cusolverdn${name}`.toLowerCase(),
      when: 'before',
      calls: { library: 'cusolver', name: `cusolverDn${name}`, takes },
    }),
  ),
  {
    routine: 'cusolver_types.cusolverdncreateparams',
    when: 'after',
    does: 'make',
    calls: { library: 'cusolver', name: 'cusolverDnCreateParams', takes: 'p' },
  },
  {
    routine: 'cusolver_types.cusolverdndestroyparams',
    when: 'before',
    does: 'unmake',
    calls: { library: 'cusolver', name: 'cusolverDnDestroyParams', takes: 'r' },
  },
  { routine: 'cusolver_types.cusolverdncreate', when: 'after', does: 'create' },
  { routine: 'cusolver_types.cusolverdndestroy', when: 'after', does: 'destroy' },
  { routine: 'cusolver_types.cusolverdnsetstream', when: 'after', does: 'stream' },
];
