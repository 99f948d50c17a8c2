/** What stands after `-gpu=`, `-cuda=`, `-Mcuda=` and `-ta=tesla:`: words that change something here, and nvfortran's others, which are taken without effect. */
import type { GpuOptions } from '../driver/options.ts';
import { proposal } from './proposal.ts';

const separate = { managed: false, unified: false };
const managed = { managed: true, unified: false };
const unified = { managed: true, unified: true };

type Word = { readonly says: string; readonly change: Partial<GpuOptions> };
const word = (says: string, change: Partial<GpuOptions>): Word => ({ says, change });

/** Words that change something, as the guide shows them. */
export const gpuRows: Readonly<Record<string, Word>> = {
  managed: word('Allocatable arrays of the host lie in managed memory.', managed),
  nomanaged: word('They do not (the default without -stdpar).', separate),
  'mem:managed': word('As managed.', managed),
  unified: word('Devices reach all data of the host.', unified),
  nounified: word('They do not (the default).', separate),
  'mem:unified': word('As unified.', unified),
  'mem:separate': word('As nomanaged.', separate),
  fma: word('Products and sums in kernels are contracted (the default).', { fma: true }),
  nofma: word('They are not.', { fma: false }),
  fastmath: word('Faster functions with fewer right digits, on a GPU.', { fastmath: true }),
  nofastmath: word('Exact functions (the default).', { fastmath: false }),
  flushz: word('Small real(4) numbers are zero in kernels, on a GPU.', { flushz: true }),
  noflushz: word('They stay what they are (the default).', { flushz: false }),
  'loadcache:L1': word('Loads go through both caches of a GPU (the default).', { loadcache: 'L1' }),
  'loadcache:L2': word('Loads go through the second cache alone.', { loadcache: 'L2' }),
  ptxinfo: word('Tells the registers that each kernel takes, as the driver of the GPU does.', { ptxinfo: true }),
  keep: word('The PTX of the program is kept in a file.', { keep: true }),
  keepptx: word('As keep.', { keep: true }),
};

/** Words with a number in them, as the guide shows them. */
export const gpuForms: Readonly<Record<string, string>> = {
  ccNN: 'The compute capability that code is made for; without it that of the GPU that is there.',
  'maxregcount:N': 'How many registers a thread may take, on a GPU.',
};

/** About speed, debuggers, OpenACC, or files that are not made here. */
export const withoutEffect: ReadonlySet<string> = new Set(
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
    const known = gpuRows[word] ?? gpuRows[word.replace(/^(mem:\w+):\w+$/, '$1')];
    if (capability) options = { ...options, computeCapability: Number(capability[1]) };
    else if (registers) options = { ...options, maxregcount: Number(registers[1]) };
    else if (known) options = { ...options, ...known.change };
    else if (!withoutEffect.has(word) && !withValue.test(word)) warn(unknown(word));
  }
  return options;
}

function unknown(word: string): string {
  const known = [...Object.keys(gpuRows), ...withoutEffect];
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
