/** The generic functions of cuSPARSE. Numbers come by reference in Fortran (I, L), descriptors too (r). */
import type { NativeRow } from './signature.ts';

/** With scalars on the host and on the device. */
const scaled: readonly (readonly [name: string, takes: string])[] = [
  ['cusparseSpMV_bufferSize', 'hIprrprIIp'],
  ['cusparseSpMV_preprocess', 'hIprrprIIp'],
  ['cusparseSpMV', 'hIprrprIIp'],
  ['cusparseSpMM_bufferSize', 'hIIprrprIIp'],
  ['cusparseSpMM_preprocess', 'hIIprrprIIp'],
  ['cusparseSpMM', 'hIIprrprIIp'],
  ['cusparseSpVV_bufferSize', 'hIrrpIp'],
  ['cusparseSpVV', 'hIrrpIp'],
  ['cusparseAxpby', 'hprpr'],
  ['cusparseRot', 'hpprr'],
  ['cusparseSpSV_bufferSize', 'hIprrrIIrp'],
  ['cusparseSpSV_analysis', 'hIprrrIIrp'],
  ['cusparseSpSV_solve', 'hIprrrIIr'],
  ['cusparseSpSM_bufferSize', 'hIIprrrIIrp'],
  ['cusparseSpSM_analysis', 'hIIprrrIIrp'],
  ['cusparseSpSM_solve', 'hIIprrrIIr'],
];
const plain: readonly (readonly [name: string, takes: string])[] = [
  ['cusparseGather', 'hrr'],
  ['cusparseScatter', 'hrr'],
];
/** The first argument is the new object. */
const creating: readonly (readonly [name: string, takes: string])[] = [
  ['cusparseCreateCsr', 'pLLLpppIIII'],
  ['cusparseCreateCsc', 'pLLLpppIIII'],
  ['cusparseCreateCoo', 'pLLLpppIII'],
  ['cusparseCreateDnVec', 'pLpI'],
  ['cusparseCreateDnMat', 'pLLLpII'],
  ['cusparseCreateSpVec', 'pLLppIII'],
  ['cusparseSpSV_createDescr', 'p'],
  ['cusparseSpSM_createDescr', 'p'],
];
const setting: readonly (readonly [name: string, takes: string])[] = [
  ['cusparseCsrSetPointers', 'rppp'],
  ['cusparseSpMatSetValues', 'rp'],
  ['cusparseDnVecSetValues', 'rp'],
  ['cusparseDnMatSetValues', 'rp'],
  ['cusparseSpMatSetAttribute', 'ripl'],
  ['cusparseDnMatSetStridedBatch', 'rIL'],
  ['cusparseCsrSetStridedBatch', 'rILL'],
  ['cusparseCooSetStridedBatch', 'rIL'],
];
/** Before ours forget what they stood for. */
const destroying: readonly string[] = [
  'cusparseDestroySpMat',
  'cusparseDestroyDnVec',
  'cusparseDestroyDnMat',
  'cusparseDestroySpVec',
  'cusparseSpSV_destroyDescr',
  'cusparseSpSM_destroyDescr',
];

/** Products of sparse matrices: which argument is the result. */
const counting: readonly (readonly [name: string, result: number])[] = [
  ['cusparseSpGEMM_copy_host', 7],
  ['cusparseSpGEMM_copy_device', 7],
  ['cusparseSpGEMMreuse_copy_area', 5],
  ['cusparseSpGEMMreuse_copy_address', 5],
  ['cusparseSpGEMMreuse_copy_pointer', 5],
];

const calls = (name: string, takes: string) => ({ library: 'cusparse', name, takes }) as const;
const routine = (name: string) => `cusparse.${name.toLowerCase()}`;

export const cusparseRows: readonly NativeRow[] = [
  ...scaled.flatMap(([name, takes]) =>
    (['host', 'device'] as const).map(
      (scalars): NativeRow => ({
        routine: `${routine(name)}_${scalars}`,
        when: 'before',
        calls: calls(name, takes),
        scalars,
      }),
    ),
  ),
  ...plain.map(([name, takes]): NativeRow => ({ routine: routine(name), when: 'before', calls: calls(name, takes) })),
  ...creating.map(
    ([name, takes]): NativeRow => ({ routine: routine(name), when: 'after', calls: calls(name, takes), does: 'make' }),
  ),
  ...setting.map(
    ([name, takes]): NativeRow => ({
      routine: routine(name),
      when: 'after',
      calls: calls(name, takes),
      does: 'setting',
    }),
  ),
  ...destroying.map(
    (name): NativeRow => ({ routine: routine(name), when: 'before', calls: calls(name, 'r'), does: 'unmake' }),
  ),
  // Ours count what the matrix holds, which NVIDIA's descriptor would not know.
  { routine: 'cusparse.cusparsedensetosparse_analysis', when: 'after', does: 'forget', forgets: 2 },
  ...counting.map(([name, forgets]): NativeRow => ({ routine: routine(name), when: 'after', does: 'forget', forgets })),
  { routine: 'cusparse.cusparsecreate', when: 'after', does: 'create' },
  { routine: 'cusparse.cusparsedestroy', when: 'before', does: 'destroy' },
  { routine: 'cusparse.cusparsesetstream', when: 'after', does: 'stream' },
];
