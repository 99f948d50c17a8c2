/** The functions of cuSPARSE that version 12 has: the generic ones, and older ones by type. Numbers come by reference in Fortran (I, L), descriptors too (r). */
import type { NativeRow } from './signature.ts';

type Named = readonly [name: string, takes: string];

/** With scalars on the host and on the device. */
const scaled: readonly Named[] = [
  ['cusparseSpMV_bufferSize', 'hIsrrsrIIp'],
  ['cusparseSpMV_preprocess', 'hIsrrsrIIp'],
  ['cusparseSpMV', 'hIsrrsrIIp'],
  ['cusparseSpMM_bufferSize', 'hIIsrrsrIIp'],
  ['cusparseSpMM_preprocess', 'hIIsrrsrIIp'],
  ['cusparseSpMM', 'hIIsrrsrIIp'],
  ['cusparseSpVV_bufferSize', 'hIrrpIp'],
  ['cusparseSpVV', 'hIrrpIp'],
  ['cusparseAxpby', 'hsrsr'],
  ['cusparseRot', 'hssrr'],
  ['cusparseSpSV_bufferSize', 'hIsrrrIIrp'],
  ['cusparseSpSV_analysis', 'hIsrrrIIrp'],
  ['cusparseSpSV_solve', 'hIsrrrIIr'],
  ['cusparseSpSM_bufferSize', 'hIIsrrrIIrp'],
  ['cusparseSpSM_analysis', 'hIIsrrrIIrp'],
  ['cusparseSpSM_solve', 'hIIsrrrIIr'],
];
/** The same for each type: cusparseS…, D, C, Z. */
const scaledOfType: readonly Named[] = [
  ['bsrmv', 'hIIIIIsrpppIpsp'],
  ['bsrmm', 'hIIIIIIIsrpppIpIspI'],
  ['bsrsv2_solve', 'hIIIIsrpppIrppIp'],
  ['bsrsm2_solve', 'hIIIIIIsrpppIrpIpIIp'],
  ['csrgeam2_bufferSizeExt', 'hIIsrIpppsrIppprpppp'],
  ['csrgeam2', 'hIIsrIpppsrIppprpppp'],
];
const plainOfType: readonly Named[] = [
  ['csrilu02_bufferSize', 'hIIrppprp'],
  ['csrilu02_analysis', 'hIIrppprIp'],
  ['csrilu02', 'hIIrppprIp'],
  ['csric02_bufferSize', 'hIIrppprp'],
  ['csric02_analysis', 'hIIrppprIp'],
  ['csric02', 'hIIrppprIp'],
  ['bsrilu02_bufferSize', 'hIIIrpppIrp'],
  ['bsrilu02_analysis', 'hIIIrpppIrIp'],
  ['bsrilu02', 'hIIIrpppIrIp'],
  ['bsric02_bufferSize', 'hIIIrpppIrp'],
  ['bsric02_analysis', 'hIIIrpppIrIp'],
  ['bsric02', 'hIIIrpppIrIp'],
  ['bsrsv2_bufferSize', 'hIIIIrpppIrp'],
  ['bsrsv2_analysis', 'hIIIIrpppIrIp'],
  ['bsrsm2_bufferSize', 'hIIIIIIrpppIrp'],
  ['bsrsm2_analysis', 'hIIIIIIrpppIrIp'],
  ['gtsv2_bufferSizeExt', 'hIIppppIp'],
  ['gtsv2', 'hIIppppIp'],
  ['gtsv2_nopivot_bufferSizeExt', 'hIIppppIp'],
  ['gtsv2_nopivot', 'hIIppppIp'],
  ['gtsv2StridedBatch_bufferSizeExt', 'hIppppIIp'],
  ['gtsv2StridedBatch', 'hIppppIIp'],
  ['gtsvInterleavedBatch_bufferSizeExt', 'hIIppppIp'],
  ['gtsvInterleavedBatch', 'hIIppppIp'],
  ['gpsvInterleavedBatch_bufferSizeExt', 'hIIppppppIp'],
  ['gpsvInterleavedBatch', 'hIIppppppIp'],
];
const plain: readonly Named[] = [
  ['cusparseGather', 'hrr'],
  ['cusparseScatter', 'hrr'],
];
/** What they tell goes to host memory. */
const telling: readonly Named[] = [
  ['cusparseXcsrgeam2Nnz', 'hIIrIpprIpprppp'],
  ['cusparseXcsrilu02_zeroPivot', 'hrp'],
  ['cusparseXcsric02_zeroPivot', 'hrp'],
  ['cusparseXbsrilu02_zeroPivot', 'hrp'],
  ['cusparseXbsric02_zeroPivot', 'hrp'],
  ['cusparseXbsrsv2_zeroPivot', 'hrp'],
  ['cusparseXbsrsm2_zeroPivot', 'hrp'],
];
/** The first argument is the new object. */
const creating: readonly Named[] = [
  ['cusparseCreateCsr', 'pLLLpppIIII'],
  ['cusparseCreateCsc', 'pLLLpppIIII'],
  ['cusparseCreateCoo', 'pLLLpppIII'],
  ['cusparseCreateDnVec', 'pLpI'],
  ['cusparseCreateDnMat', 'pLLLpII'],
  ['cusparseCreateSpVec', 'pLLppIII'],
  ['cusparseSpSV_createDescr', 'p'],
  ['cusparseSpSM_createDescr', 'p'],
  ['cusparseCreateMatDescr', 'p'],
  ['cusparseCreateCsrilu02Info', 'p'],
  ['cusparseCreateCsric02Info', 'p'],
  ['cusparseCreateBsrilu02Info', 'p'],
  ['cusparseCreateBsric02Info', 'p'],
  ['cusparseCreateBsrsv2Info', 'p'],
  ['cusparseCreateBsrsm2Info', 'p'],
];
const setting: readonly Named[] = [
  ['cusparseCsrSetPointers', 'rppp'],
  ['cusparseSpMatSetValues', 'rp'],
  ['cusparseDnVecSetValues', 'rp'],
  ['cusparseDnMatSetValues', 'rp'],
  ['cusparseSpMatSetAttribute', 'ripl'],
  ['cusparseDnMatSetStridedBatch', 'rIL'],
  ['cusparseCsrSetStridedBatch', 'rILL'],
  ['cusparseCooSetStridedBatch', 'rIL'],
  ['cusparseSetMatType', 'ri'],
  ['cusparseSetMatFillMode', 'ri'],
  ['cusparseSetMatDiagType', 'ri'],
  ['cusparseSetMatIndexBase', 'ri'],
];
/** Before ours forget what they stood for. */
const destroying: readonly string[] = [
  'cusparseDestroySpMat',
  'cusparseDestroyDnVec',
  'cusparseDestroyDnMat',
  'cusparseDestroySpVec',
  'cusparseSpSV_destroyDescr',
  'cusparseSpSM_destroyDescr',
  'cusparseDestroyMatDescr',
  'cusparseDestroyCsrilu02Info',
  'cusparseDestroyCsric02Info',
  'cusparseDestroyBsrilu02Info',
  'cusparseDestroyBsric02Info',
  'cusparseDestroyBsrsv2Info',
  'cusparseDestroyBsrsm2Info',
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

const forTypes = (rows: readonly Named[]): readonly Named[] =>
  rows.flatMap(([name, takes]) => ['S', 'D', 'C', 'Z'].map((type): Named => [`cusparse${type}${name}`, takes]));

export const cusparseRows: readonly NativeRow[] = [
  ...[...scaled, ...forTypes(scaledOfType)].flatMap(([name, takes]) =>
    (['host', 'device'] as const).map(
      (scalars): NativeRow => ({
        routine: `${routine(name)}_${scalars}`,
        when: 'before',
        calls: calls(name, takes),
        scalars,
      }),
    ),
  ),
  ...[...plain, ...forTypes(plainOfType)].map(
    ([name, takes]): NativeRow => ({ routine: routine(name), when: 'before', calls: calls(name, takes) }),
  ),
  ...telling.map(
    ([name, takes]): NativeRow => ({
      routine: routine(name),
      when: 'before',
      calls: calls(name, takes),
      scalars: 'host',
    }),
  ),
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
