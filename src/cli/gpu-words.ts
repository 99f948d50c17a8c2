/** What stands after `-gpu=`, `-cuda=`, `-Mcuda=` and `-ta=tesla:`: words that change something here, and nvfortran's others, which are taken without effect. */
import type { GpuOptions } from '../driver/options.ts';
import { proposal } from './proposal.ts';

const separate = { managed: false, unified: false };
const managed = { managed: true, unified: false };
const unified = { managed: true, unified: true };

const words: Readonly<Record<string, Partial<GpuOptions>>> = {
  managed,
  nomanaged: separate,
  unified,
  nounified: separate,
  'mem:managed': managed,
  'mem:unified': unified,
  'mem:separate': separate,
  fma: { fma: true },
  nofma: { fma: false },
  fastmath: { fastmath: true },
  nofastmath: { fastmath: false },
  flushz: { flushz: true },
  noflushz: { flushz: false },
  'loadcache:L1': { loadcache: 'L1' },
  'loadcache:L2': { loadcache: 'L2' },
  ptxinfo: { ptxinfo: true },
  keep: { keep: true },
  keepptx: { keep: true },
};

/** About speed, debuggers, OpenACC, or files that are not made here. */
const withoutEffect: ReadonlySet<string> = new Set(
  [
    'ccall ccall-major ccnative debug nodebug lineinfo nolineinfo rdc nordc lto nolto unroll nounroll nvlamath nonvlamath',
    'deepcopy nodeepcopy implicitsections noimplicitsections interceptdeallocations nointerceptdeallocations safecache pinned zeroinit',
    'autocompare redundant beta unifiedalloc managedalloc nomanagedalloc keepgpu keepbin nollvm llvm charstring madconst noL1',
    'sectioninfo wait nowait tesla nvidia host multicore',
  ].flatMap((line) => line.split(' ')),
);
const withValue =
  /^(?:cc\dx|cuda\d+(?:\.(?:\d+|x))?|sm_?\d+|stacklimit:(?:\d+|nostacklimit)|tripcount:(?:\w+)|cuda_managed)$/;

/** `warn` is given the text about a word that is none. */
export function gpuWords(before: GpuOptions, text: string, warn: (text: string) => void): GpuOptions {
  let options = before;
  for (const word of text.split(',').filter((w) => w !== '')) {
    const capability = /^cc(\d\d+)[af]?$/.exec(word);
    const registers = /^maxregcount:(\d+)$/.exec(word);
    // What allocates the memory of a mode (`mem:unified:nomanagedalloc`) makes no difference here.
    const known = words[word] ?? words[word.replace(/^(mem:\w+):\w+$/, '$1')];
    if (capability) options = { ...options, computeCapability: Number(capability[1]) };
    else if (registers) options = { ...options, maxregcount: Number(registers[1]) };
    else if (known) options = { ...options, ...known };
    else if (!withoutEffect.has(word) && !withValue.test(word)) warn(unknown(word));
  }
  return options;
}

function unknown(word: string): string {
  const known = [...Object.keys(words), ...withoutEffect];
  return `-gpu=${word} is not known and has no effect${proposal(word, known, (meant) => `-gpu=${meant}`)}`;
}

const libraries = [
  'cublas cublasmp cufft cufftmp cufftw curand cusolver cusolvermp cusparse cutensor nccl nvblas nvlamath nvlamath_ilp64 nvshmem nvtx nvtx3 nvpl_blas nvpl_lapack',
].flatMap((line) => line.split(' '));

/** What is told about a name after `-cudalib=` that is no library's. */
export function unknownCudaLibrary(name: string): string | undefined {
  if (libraries.includes(name) || name === '') return undefined;
  return `-cudalib=${name} is not known${proposal(name, libraries, (meant) => `-cudalib=${meant}`)}`;
}
