/** The environment variables that cufort and the programs that it compiles look at. Names that only Node and the system read are left out. */

type Row = { readonly takes: string; readonly says: string };

export const environmentVariables: Readonly<Record<string, Row>> = {
  CUFORT_DEVICE: {
    takes: 'sim, cuda or sim,cuda',
    says: 'What kernels run on; `--device` comes first. An executable runs on one that it was built for.',
  },
  CUFORT_MODEL: { takes: 'a name', says: 'The GPU that is simulated; `--model` comes first.' },
  CUFORT_THREADS: { takes: 'a number', says: 'How many cores the simulated device takes; `--threads` comes first.' },
  CUFORT_MEMORY: {
    takes: '32 or 64',
    says: 'Bits of an address of the host and of simulated devices, in what is compiled and in executables that have code for both: up to 4 or 16 GiB.',
  },
  CUFORT_KERNEL_TIMEOUT: {
    takes: 'seconds',
    says: 'How long threads may wait for each other before a kernel ends with error 702 (20; 0: for ever). Where it is set when a program is compiled, all loops of kernels are watched.',
  },
  CUFORT_LIBRARIES: {
    takes: 'own or nvidia',
    says: "Calls of CUDA's libraries on a GPU: `own` takes cufort's libraries, `nvidia` ends the program where NVIDIA's are not installed. Unset: NVIDIA's where they are.",
  },
  CUFORT_MANAGED: {
    takes: 'pinned',
    says: 'On a GPU: managed data stay in page-locked memory of the host; otherwise large ones are pages that the driver moves.',
  },
  CUFORT_MPI: {
    takes: 'openmpi, mpich, abi or none',
    says: 'The MPI library that a program runs on, where its launcher does not say it. `abi`: the C interface of MPI-5 (`libmpi_abi`). `none`: it is the only process.',
  },
  CUFORT_VERBOSE: {
    takes: '1',
    says: 'An executable says which MPI it runs on, and why, as `cufort run -v` does.',
  },
  CUFORT_REPORT: {
    takes: 'a file',
    says: 'Where a program writes what it did when it ends, a line of JSON for each event: kernels, copies, calls of the API, allocations, ranges and marks of NVTX. `%q{NAME}` is the value of a variable, `%p` the process, `%h` the machine.',
  },
  CUFORT_REPORT_STOP: {
    takes: 'a file',
    says: 'A program that writes a report ends, with its report, at the first call of the API after this file has come to be: how `cufort profile` ends it where somebody interrupts (Ctrl-C).',
  },
  CUFORT_REPORT_PAGES: {
    takes: '1|a path',
    says: 'The report tells which pages of managed memory move, and who missed them: of a program that `cufort run` compiles, and of executables that are given the path of cufort.',
  },
  CUDA_MODULE_LOADING: {
    takes: 'EAGER|LAZY',
    says: "Of NVIDIA's driver: when kernels are loaded. A program that tells what it does has them loaded before it begins (EAGER), unless this says something else.",
  },
  CUFORT_REPORT_FREQUENCY: {
    takes: 'a number',
    says: 'How often in a second that report looks where the host is, in which procedures; 0, which is usual: never.',
  },
  CUFORT_NODE: {
    takes: 'a path',
    says: 'The Node (24 or newer) that executables, and the compilers of `cufort with`, run on.',
  },
  CUFORT_STRIP: {
    takes: '1, 2, 4 or 8',
    says: 'For tests of cufort: how many registers a chunk of threads fills on the simulated device.',
  },
  CUFORT_WIDE: {
    takes: '128, 256 or auto',
    says: 'For processors with vectors of 256 bits: kernels of the simulated device that are launched often and are measured to be faster so take registers in pairs (auto, which is usual), none do (128), or all that can (256).',
  },
  CUFORT_VERIFY_PASSES: { takes: 'anything', says: 'For tests of cufort: its code is checked after each pass.' },
  CUFORT_FRESH: { takes: '1', says: 'For tests of cufort: what it was built to is not older than its sources.' },
  CUFORT_TRACE: {
    takes: 'anything',
    says: "A mistake of cufort's own is shown with the lines of cufort where it was met.",
  },
  CUDA_VISIBLE_DEVICES: {
    takes: 'numbers',
    says: 'The devices that a program sees, in this order, as with CUDA; identifiers of GPUs leave as many simulated ones.',
  },
  CUDA_LAUNCH_BLOCKING: { takes: '1', says: 'Each launch of a kernel waits for its end.' },
  CUDA_HOME: {
    takes: 'a folder',
    says: "Where NVIDIA's libraries are looked for; so are CUDA_PATH, CUDA_ROOT, NVHPC_CUDA_HOME, NVHPC and CONDA_PREFIX.",
  },
  FC: {
    takes: 'a command',
    says: 'The Fortran compiler of builds under `cufort with`; usually `nvfortran`, which is cufort there.',
  },
  NVCOMPILER_ACC_NOTIFY: {
    takes: 'a sum of bits',
    says: 'What directives do is told on the error stream: 1 kernels, 2 copies, 16 memory.',
  },
  NVCOMPILER_ACC_TIME: {
    takes: 'anything but 0',
    says: 'Times of kernels and copies of directives, by lines, on the error stream at the end.',
  },
  PGI_ACC_TIME: { takes: 'anything but 0', says: 'The same.' },
  PGI_ACC_NOTIFY: { takes: 'a sum of bits', says: 'The same.' },
  ACC_DEVICE_NUM: { takes: 'a number', says: 'The device that a program begins with.' },
  ACC_DEVICE_TYPE: {
    takes: 'nvidia or host',
    says: 'Who runs constructs of OpenACC that are there for both (-acc=gpu,host or gpu,multicore).',
  },
  OMP_NUM_THREADS: {
    takes: 'numbers',
    says: 'Threads of a parallel region of OpenMP; usually the cores. With `4,2` regions in regions have several, too: here two.',
  },
  OMP_SCHEDULE: { takes: 'a schedule', says: 'What `schedule(runtime)` means: `dynamic,4`.' },
  OMP_DYNAMIC: { takes: 'true or false', says: 'What `omp_get_dynamic` says.' },
  OMP_NESTED: { takes: 'true or false', says: 'Whether regions in regions have several threads.' },
  OMP_MAX_ACTIVE_LEVELS: {
    takes: 'a number',
    says: 'How many regions in each other may have several threads: usually 1.',
  },
  OMP_THREAD_LIMIT: { takes: 'a number', says: 'Threads that there may be.' },
  OMP_TARGET_OFFLOAD: {
    takes: 'default, disabled or mandatory',
    says: 'Who runs target constructs (-mp=gpu): disabled, the host; mandatory: the program ends where there is no device.',
  },
  OMP_DEFAULT_DEVICE: { takes: 'a number', says: 'The device of target constructs that name none.' },
  OMP_WAIT_POLICY: {
    takes: 'active or passive',
    says: 'Whether threads that wait stay awake: usually for 2 ms.',
  },
  NO_STOP_MESSAGE: { takes: 'anything', says: 'A `stop` without a code prints nothing.' },
  NO_COLOR: { takes: 'anything', says: 'Messages have no colours.' },
  TERM: { takes: 'a terminal', says: 'On `dumb` no line says what a long command is at.' },
  XDG_STATE_HOME: {
    takes: 'a folder',
    says: 'In its `cufort` (usually `~/.local/state/cufort`) a build leaves links to Node and cufort, for executables.',
  },
  XDG_CACHE_HOME: {
    takes: 'a folder',
    says: "In its `cufort` (usually `~/.cache/cufort`) Node keeps code of cufort, where its version is another than the package's.",
  },
};
