/** Macros that are there before a source defines any. */

const always: readonly string[] = [
  '__STDC__=1',
  '__STDC_HOSTED__=1',
  '__linux=1',
  '__linux__=1',
  'linux=1',
  '__unix=1',
  '__unix__=1',
  '__x86_64=1',
  '__x86_64__=1',
  '__amd64__=1',
  '__LP64__=1',
  '_LP64=1',
  '__CUFORT__=1',
  '__GNUC__=13',
  '__GNUC_MINOR__=3',
  '__CHAR_BIT__=8',
  '__SIZEOF_SHORT__=2',
  '__SIZEOF_INT__=4',
  '__SIZEOF_LONG__=8',
  '__SIZEOF_LONG_LONG__=8',
  '__SIZEOF_POINTER__=8',
  '__SIZEOF_FLOAT__=4',
  '__SIZEOF_DOUBLE__=8',
  '__SIZEOF_SIZE_T__=8',
  '__SIZE_TYPE__=unsigned long',
  '__PTRDIFF_TYPE__=long',
  '__WCHAR_TYPE__=int',
  '__INTPTR_TYPE__=long',
  '__UINTPTR_TYPE__=unsigned long',
  '__INT8_TYPE__=signed char',
  '__INT16_TYPE__=short',
  '__INT32_TYPE__=int',
  '__INT64_TYPE__=long',
  '__UINT8_TYPE__=unsigned char',
  '__UINT16_TYPE__=unsigned short',
  '__UINT32_TYPE__=unsigned int',
  '__UINT64_TYPE__=unsigned long',
  '__SCHAR_MAX__=127',
  '__SHRT_MAX__=32767',
  '__INT_MAX__=2147483647',
  '__LONG_MAX__=9223372036854775807L',
  '__LONG_LONG_MAX__=9223372036854775807LL',
  '__FLT_MAX__=3.40282346638528859812e+38F',
  '__DBL_MAX__=1.79769313486231570815e+308',
  '__ORDER_LITTLE_ENDIAN__=1234',
  '__ORDER_BIG_ENDIAN__=4321',
  '__BYTE_ORDER__=1234',
];

const ofC: readonly string[] = [
  '__STDC_VERSION__=201112L',
  '__STDC_NO_COMPLEX__=1',
  '__STDC_NO_THREADS__=1',
  '__STDC_NO_ATOMICS__=1',
];
const ofCxx: readonly string[] = ['__cplusplus=201703L', '__GNUG__=13', '__EXCEPTIONS=1'];
const ofCuda: readonly string[] = [
  '__NVCC__=1',
  '__CUDACC__=1',
  '__CUDACC_VER_MAJOR__=13',
  '__CUDACC_VER_MINOR__=0',
  '__CUDACC_VER_BUILD__=0',
];

/** As -D takes them. */
export function cMacros(language: { readonly cxx: boolean; readonly cuda: boolean }): readonly string[] {
  return [...always, ...(language.cxx ? ofCxx : ofC), ...(language.cuda ? ofCuda : [])];
}
