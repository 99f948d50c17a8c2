/**
 * C names of NVIDIA's libraries that set and ask, for programs with interfaces of their own: the routine of library/fortran and the arguments, one letter each
 * (see runtime/cuda/libraries/signature.ts; h: a handle, which C takes by value and the routine by its address). The numeric functions stand in the tables of the libraries.
 */
export type CName = {
  readonly name: string;
  readonly routine: string;
  readonly takes: string;
  /** The routine for scalars on the device, where the first one is for those of the host. */
  readonly device?: string;
};

const named = (module: string, names: Readonly<Record<string, string>>): readonly CName[] =>
  Object.entries(names).map(([name, takes]) => ({
    name,
    routine: `${module}.${name.replace(/_v2$/, '').toLowerCase()}`,
    takes,
  }));

/** Functions of cuSPARSE for each type of number that CUDA 12 no longer has. */
const sparseOfType: Readonly<Record<string, string>> = {
  csr2csc: 'hIIIppppppII',
  csr2dense: 'hIIrppppI',
  csr2hyb: 'hIIrppprII',
  csric0: 'hIIrpppr',
  csrilu0: 'hIIrpppr',
  csrsm_analysis: 'hIIIrpppr',
  csrsv2_analysis: 'hIIIrppprIp',
  csrsv2_bufferSize: 'hIIIrppprp',
  csrsv_analysis: 'hIIIrpppr',
  dense2csr: 'hIIrpIpppp',
  dense2hyb: 'hIIrpIprII',
  gthr: 'hIpppI',
  gthrz: 'hIpppI',
  gtsv: 'hIIppppI',
  gtsv_nopivot: 'hIIppppI',
  gtsvStridedBatch: 'hIppppII',
  hyb2csr: 'hrrppp',
  hyb2dense: 'hrrpI',
  sctr: 'hIpppI',
};
const scaledSparseOfType: Readonly<Record<string, string>> = {
  axpyi: 'hIppppI',
  csrmm: 'hIIIIIprppppIppI',
  csrmm2: 'hIIIIIIprppppIppI',
  csrmv: 'hIIIIprpppppp',
  csrsm2_analysis: 'hIIIIIIprppppIrIp',
  csrsm2_bufferSizeExt: 'hIIIIIIprppppIrIp',
  csrsm2_solve: 'hIIIIIIprppppIrIp',
  csrsm_solve: 'hIIIprppprpIpI',
  csrsv2_solve: 'hIIIprppprppIp',
  csrsv_solve: 'hIIprppprpp',
  doti: 'hIppppI',
  hybmv: 'hIprrppp',
  nnz: 'hIIIrpIpp',
};

function ofTypes(): readonly CName[] {
  return ['S', 'D', 'C', 'Z'].flatMap((type) => [
    ...Object.entries(sparseOfType).map(([name, takes]) => sparse(`cusparse${type}${name}`, takes, '')),
    ...Object.entries(scaledSparseOfType).map(([name, takes]) => ({
      ...sparse(`cusparse${type}${name}`, takes, '_host'),
      device: `cusparse.cusparse${type}${name}_device`.toLowerCase(),
    })),
  ]);
}

/** Products of sparse matrices and samples of products: the scalars are on either side, a buffer is any address. */
function sparseProducts(): readonly CName[] {
  const both = (name: string, takes: string, form: string): CName => ({
    ...sparse(name, takes, `${form}_host`),
    device: `cusparse.${name}${form}_device`.toLowerCase(),
  });
  return [
    both('cusparseSpGEMM_workEstimation', 'hIIsrrsrIIrpp', '_area'),
    both('cusparseSpGEMM_compute', 'hIIsrrsrIIrpp', '_area'),
    both('cusparseSpGEMM_copy', 'hIIsrrsrIIr', ''),
    both('cusparseSDDMM_bufferSize', 'hIIsrrsrIIp', ''),
    both('cusparseSDDMM_preprocess', 'hIIsrrsrIIp', ''),
    both('cusparseSDDMM', 'hIIsrrsrIIp', ''),
  ];
}

const sparse = (name: string, takes: string, form: string): CName => ({
  name,
  routine: `cusparse.${name}${form}`.toLowerCase(),
  takes,
});

export const cNames: readonly CName[] = [
  ...ofTypes(),
  ...named('cublas_types', {
    cublasCreate_v2: 'p',
    cublasDestroy_v2: 'h',
    cublasSetStream_v2: 'hl',
    cublasGetStream_v2: 'hp',
    cublasGetVersion_v2: 'hp',
    cublasSetPointerMode_v2: 'hi',
    cublasGetPointerMode_v2: 'hp',
    cublasSetAtomicsMode: 'hi',
    cublasGetAtomicsMode: 'hp',
    cublasSetMathMode: 'hi',
    cublasGetMathMode: 'hp',
    cublasSetSmCountTarget: 'hi',
    cublasGetSmCountTarget: 'hp',
    cublasSetWorkspace_v2: 'hpl',
    cublasSetMatrix: 'iiipipi',
    cublasGetMatrix: 'iiipipi',
    cublasSetVector: 'iipipi',
    cublasGetVector: 'iipipi',
    cublasSetMatrixAsync: 'iiipipil',
    cublasGetMatrixAsync: 'iiipipil',
    cublasSetVectorAsync: 'iipipil',
    cublasGetVectorAsync: 'iipipil',
    cublasInit: '',
    cublasShutdown: '',
  }),
  // Handles of cublasLt are those of cuBLAS.
  { name: 'cublasLtCreate', routine: 'cublas_types.cublascreate', takes: 'p' },
  { name: 'cublasLtDestroy', routine: 'cublas_types.cublasdestroy', takes: 'h' },
  ...named('cufft', {
    cufftCreate: 'p',
    cufftDestroy: 'i',
    cufftSetStream: 'il',
    cufftSetAutoAllocation: 'ii',
    cufftSetWorkArea: 'ip',
    cufftSetCompatibilityMode: 'ii',
    cufftGetVersion: 'p',
    cufftGetProperty: 'ip',
    cufftPlan1d: 'piii',
    cufftPlan2d: 'piii',
    cufftPlan3d: 'piiii',
    cufftMakePlan1d: 'iiiip',
    cufftMakePlan2d: 'iiiip',
    cufftMakePlan3d: 'iiiiip',
    cufftMakePlanMany64: 'iippllpllilp',
    cufftEstimate1d: 'iiip',
    cufftEstimate2d: 'iiip',
    cufftEstimate3d: 'iiiip',
    cufftEstimateMany: 'ippiipiiiip',
    cufftGetSize1d: 'iiiip',
    cufftGetSize2d: 'iiiip',
    cufftGetSize3d: 'iiiiip',
    cufftGetSizeMany: 'iippiipiiiip',
    cufftGetSizeMany64: 'iippllpllilp',
    cufftGetSize: 'ip',
    cufftExecC2C: 'ippi',
    cufftExecZ2Z: 'ippi',
    cufftExecR2C: 'ipp',
    cufftExecC2R: 'ipp',
    cufftExecD2Z: 'ipp',
    cufftExecZ2D: 'ipp',
  }),
  ...named('cufftxt', {
    cufftXtSetGPUs: 'iip',
    cufftXtExec: 'ippi',
    cufftXtMalloc: 'ipi',
    cufftXtMemcpy: 'ippi',
    cufftXtExecDescriptor: 'ippi',
    cufftXtExecDescriptorC2C: 'ippi',
    cufftXtExecDescriptorZ2Z: 'ippi',
    cufftXtExecDescriptorR2C: 'ipp',
    cufftXtExecDescriptorC2R: 'ipp',
    cufftXtExecDescriptorD2Z: 'ipp',
    cufftXtExecDescriptorZ2D: 'ipp',
    cufftXtQueryPlan: 'ipi',
    cufftXtSetWorkAreaPolicy: 'iip',
  }),
  ...named('cusolver_types', {
    cusolverDnCreate: 'p',
    cusolverDnDestroy: 'h',
    cusolverDnSetStream: 'hl',
    cusolverDnGetStream: 'hp',
    cusolverDnCreateParams: 'p',
    cusolverDnDestroyParams: 'h',
  }),
  ...named('cusparse', {
    cusparseCreate: 'p',
    cusparseDestroy: 'h',
    cusparseSetStream: 'hl',
    cusparseGetStream: 'hp',
    cusparseSetPointerMode: 'hi',
    cusparseGetPointerMode: 'hp',
    cusparseGetVersion: 'hp',
    cusparseCreateMatDescr: 'p',
    cusparseDestroyMatDescr: 'h',
    cusparseSetMatType: 'hi',
    cusparseGetMatType: 'h',
    cusparseSetMatFillMode: 'hi',
    cusparseGetMatFillMode: 'h',
    cusparseSetMatDiagType: 'hi',
    cusparseGetMatDiagType: 'h',
    cusparseSetMatIndexBase: 'hi',
    cusparseGetMatIndexBase: 'h',
    cusparseCreateSolveAnalysisInfo: 'p',
    cusparseDestroySolveAnalysisInfo: 'h',
    cusparseCreateCsrsv2Info: 'p',
    cusparseDestroyCsrsv2Info: 'h',
    cusparseCreateCsrsm2Info: 'p',
    cusparseDestroyCsrsm2Info: 'h',
    cusparseCreateHybMat: 'p',
    cusparseDestroyHybMat: 'h',
    cusparseXcoo2csr: 'hpIIpI',
    cusparseXcsr2coo: 'hpIIpI',
    cusparseXcsrsv2_zeroPivot: 'hrp',
    cusparseXcsrsm2_zeroPivot: 'hrp',
    cusparseCscSetPointers: 'rppp',
    cusparseCooSetPointers: 'rppp',
    cusparseSpMatGetSize: 'rppp',
    cusparseSpMatGetFormat: 'rp',
    cusparseSpMatGetIndexBase: 'rp',
    cusparseSpMatGetAttribute: 'ripl',
    cusparseSpMatGetStridedBatch: 'rp',
    cusparseDnMatGetStridedBatch: 'rpp',
    cusparseSparseToDense_bufferSize: 'hrrIp',
    cusparseSparseToDense: 'hrrIp',
    cusparseDenseToSparse_bufferSize: 'hrrIp',
    cusparseDenseToSparse_analysis: 'hrrIp',
    cusparseDenseToSparse_convert: 'hrrIp',
    cusparseCsr2cscEx2_bufferSize: 'hIIIppppppIIIIp',
    cusparseCsr2cscEx2: 'hIIIppppppIIIIp',
    cusparseCreateIdentityPermutation: 'hIp',
    cusparseXcsrsort_bufferSizeExt: 'hIIIppp',
    cusparseXcsrsort: 'hIIIrpppp',
    cusparseXcscsort_bufferSizeExt: 'hIIIppp',
    cusparseXcscsort: 'hIIIrpppp',
    cusparseXcoosort_bufferSizeExt: 'hIIIppp',
    cusparseXcoosortByRow: 'hIIIpppp',
    cusparseXcoosortByColumn: 'hIIIpppp',
    cusparseSpGEMM_createDescr: 'p',
    cusparseSpGEMM_destroyDescr: 'r',
  }),
  ...sparseProducts(),
];
