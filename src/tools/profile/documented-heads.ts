/**
 * What NVIDIA documents of each report: its title and its columns, with the units that nsys shows where nobody asks for others. Sources: Nsight Systems Analysis Guide, "Statistical Reports
 * Shipped With Nsight Systems" (names, titles, order), and the names and units of columns that the reports themselves have in nsys 2024 (a time `(ns)`, a size `(MB)`, a throughput `(MB/s)`, a share
 * `(%)`); where the two differ (um_sum writes `size` and `GPU Page Faults`) it is what nsys prints. `scripts/nsys-heads.ts` holds our reports against this table.
 */
const means = ['Avg', 'Med', 'Min', 'Max', 'StdDev'];
const summary = (count: string, ...last: readonly string[]): readonly string[] => [
  'Time (%)',
  'Total Time (ns)',
  count,
  ...means.map((m) => `${m} (ns)`),
  ...last,
];
const times = (...heads: readonly string[]): readonly string[] => heads.map((h) => `${h} (ns)`);

export type Documented = { readonly title: string; readonly heads: readonly string[] };

export const documentedReports: Readonly<Record<string, Documented>> = {
  cuda_api_gpu_sum: {
    title: 'CUDA Summary (API/Kernels/MemOps)',
    heads: summary('Instances', 'Category', 'Operation'),
  },
  cuda_api_sum: { title: 'CUDA API Summary', heads: summary('Num Calls', 'Name') },
  cuda_api_trace: {
    title: 'CUDA API Trace',
    heads: [...times('Start', 'Duration'), 'Name', 'Result', 'CorrID', 'Pid', 'Tid', 'T-Pri', 'Thread Name'],
  },
  cuda_gpu_kern_gb_sum: {
    title: 'CUDA GPU Kernel/Grid/Block Summary',
    heads: summary('Instances', 'GridXYZ', 'BlockXYZ', 'Name'),
  },
  cuda_gpu_kern_sum: { title: 'CUDA GPU Kernel Summary', heads: summary('Instances', 'Name') },
  cuda_gpu_mem_size_sum: {
    title: 'CUDA GPU MemOps Summary (by Size)',
    heads: ['Total (MB)', 'Count', ...means.map((m) => `${m} (MB)`), 'Operation'],
  },
  cuda_gpu_mem_time_sum: { title: 'CUDA GPU MemOps Summary (by Time)', heads: summary('Count', 'Operation') },
  cuda_gpu_sum: {
    title: 'CUDA GPU Summary (Kernels/MemOps)',
    heads: summary('Instances', 'Category', 'Operation'),
  },
  cuda_gpu_trace: {
    title: 'CUDA GPU Trace',
    heads: [
      ...times('Start', 'Duration'),
      ...['CorrId', 'GrdX', 'GrdY', 'GrdZ', 'BlkX', 'BlkY', 'BlkZ', 'Reg/Trd'],
      ...['StcSMem (MB)', 'DymSMem (MB)', 'Bytes (MB)', 'Throughput (MB/s)', 'SrcMemKd', 'DstMemKd'],
      ...['Device', 'Ctx', 'GreenCtx', 'Strm', 'Name'],
    ],
  },
  cuda_kern_exec_sum: {
    title: 'CUDA Kernel Launch & Exec Time Summary',
    heads: [
      ...['PID', 'TID', 'DevId', 'Count', 'QCount'],
      ...['T', 'A', 'Q', 'K'].flatMap((part) => means.map((m) => `${part}${m} (ns)`)),
      ...['API Name', 'Kernel Name'],
    ],
  },
  cuda_kern_exec_trace: {
    title: 'CUDA Kernel Launch & Exec Time Trace',
    heads: [
      ...times('API Start', 'API Dur', 'Queue Start', 'Queue Dur', 'Kernel Start', 'Kernel Dur', 'Total Dur'),
      ...['PID', 'TID', 'DevId', 'API Function', 'GridXYZ', 'BlockXYZ', 'Kernel Name'],
    ],
  },
  nvtx_gpu_proj_sum: {
    title: 'NVTX GPU Projection Summary',
    heads: [
      ...['Range', 'Style', 'Total Proj Time (ns)', 'Total Range Time (ns)', 'Range Instances'],
      ...means.map((m) => `Proj ${m} (ns)`),
      ...['Total GPU Ops', 'Avg GPU Ops', 'Avg Range Lvl', 'Avg Num Child'],
    ],
  },
  nvtx_gpu_proj_trace: {
    title: 'NVTX GPU Projection Trace',
    heads: [
      'Name',
      ...times('Projected Start', 'Projected Duration', 'Orig Start', 'Orig Duration'),
      ...['Style', 'PID', 'TID', 'NumGPUOps', 'Lvl', 'NumChild', 'RangeId', 'ParentId', 'RangeStack'],
    ],
  },
  nvtx_kern_sum: {
    title: 'NVTX Range Kernel Summary',
    heads: [
      ...['NVTX Range', 'Style', 'PID', 'TID', 'NVTX Inst', 'Kern Inst', 'Total Time (ns)'],
      ...means.map((m) => `${m} (ns)`),
      'Kernel Name',
    ],
  },
  nvtx_pushpop_sum: { title: 'NVTX Push/Pop Range Summary', heads: summary('Instances', 'Range') },
  nvtx_pushpop_trace: {
    title: 'NVTX Push/Pop Range Trace',
    heads: [
      ...times('Start', 'End', 'Duration', 'DurChild', 'DurNonChild'),
      ...['Name', 'PID', 'TID', 'Lvl', 'NumChild', 'RangeId', 'ParentId', 'RangeStack', 'NameTree'],
    ],
  },
  nvtx_startend_sum: { title: 'NVTX Start/End Range Summary', heads: summary('Instances', 'Range') },
  nvtx_sum: { title: 'NVTX Range Summary', heads: summary('Instances', 'Style', 'Range') },
  um_cpu_page_faults_sum: {
    title: 'Unified Memory CPU Page Faults Summary',
    heads: ['CPU Page Faults', 'CPU Instruction Address', 'Source File', 'Source Line'],
  },
  um_sum: {
    title: 'Unified Memory Analysis Summary',
    heads: [
      ...['Virtual Address', 'HtoD Migration size (MB)', 'DtoH Migration size (MB)'],
      ...['CPU Page Faults', 'GPU Page Faults', 'Migration Throughput (MB/s)'],
    ],
  },
  um_total_sum: {
    title: 'Unified Memory Totals Summary',
    heads: [
      ...['Total HtoD Migration Size (MB)', 'Total DtoH Migration Size (MB)'],
      ...['Total CPU Page Faults', 'Total GPU PageFaults', 'Minimum Virtual Address', 'Maximum Virtual Address'],
    ],
  },
};

/** Documented reports of what is not recorded here. */
export const reportsOfOthers =
  'dx11_pix_sum dx12_gpu_marker_sum dx12_pix_sum mpi_event_sum mpi_event_trace mpi_msg_size_sum network_congestion nvvideo_api_sum openacc_sum opengl_khr_gpu_range_sum opengl_khr_range_sum openmp_sum osrt_sum syscall_sum vulkan_api_sum vulkan_api_trace vulkan_gpu_marker_sum vulkan_marker_sum wddm_queue_sum'.split(
    ' ',
  );
