/** Headers of C that are written from the tables of the library: error codes, structures, constants of the CUDA runtime. */
import { cudaErrors } from '../machine/errors.ts';
import { attributeRows, constants } from './cudafor/constants.ts';
import { types } from './cudafor/types.ts';
import type { LibraryComponent, LibraryType, RowType } from './library-module.ts';

/** Beginnings of the names of constants that other headers have as enumerators. */
const enumerated = ['cudaError', 'cudaMemcpy', 'cudaGraph', 'cudaStreamCapture', 'cudaSuccess'];

/** Structures whose members have C's names and order. */
const shared: readonly string[] = ['cudaDeviceProp', 'cudaFuncAttributes', 'cudaExtent', 'cudaPos', 'cudaPitchedPtr'];

export const cudaHeaders: ReadonlyMap<string, string> = new Map([
  ['cuda_errors.h', errorsHeader()],
  ['cuda_error_texts.h', errorTextsHeader()],
  ['cuda_structs.h', structsHeader()],
  ['cuda_driver_attributes.h', attributesHeader()],
]);

function errorsHeader(): string {
  const rows = [...cudaErrors.values()].map(([code, name]) => `  ${name} = ${code},`);
  return `#pragma once\ntypedef enum cudaError {\n${rows.join('\n')}\n} cudaError_t;\n`;
}

/** What codes of errors mean: the host asks the runtime, device code has tables of its own. */
function errorTextsHeader(): string {
  const texts = cudaErrors.map(([code, , text]) => `    case ${code}: return ${JSON.stringify(text)};`);
  const names = cudaErrors.map(([code, name]) => `    case ${code}: return "${name}";`);
  return `#pragma once\n${textFunction('cudaGetErrorString', '__cufort_cuda_text', texts)}${textFunction('cudaGetErrorName', '__cufort_cuda_name', names)}`;
}

function textFunction(name: string, onHost: string, cases: readonly string[]): string {
  return `static inline __host__ __device__ const char *${name}(cudaError_t code) {
  if (!__cufort_is_device(int)) return ${onHost}(code);
  switch ((int)code) {
${cases.join('\n')}
    default: return "unrecognized error code";
  }
}
`;
}

/** The driver has the runtime's numbers: MaxThreadsPerMultiProcessor is CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR there. */
function attributesHeader(): string {
  const rows = attributeRows.map(([name, number]) => {
    const words = name.replace('MultiProcessor', 'Multiprocessor').replace(/([a-z0-9])([A-Z])/g, '$1_$2');
    return `#define CU_DEVICE_ATTRIBUTE_${words.toUpperCase()} ${number}\n`;
  });
  return `#pragma once\n${rows.join('')}`;
}

function structsHeader(): string {
  const structs = shared.map((name) => structOf(name, types[name]));
  return `#pragma once\n${structs.join('')}${constantsText()}`;
}

function structOf(name: string, type: LibraryType | undefined): string {
  const members = (type?.components ?? []).map((c) => `  ${memberOf(c)};\n`).join('');
  return `typedef struct ${name} {\n${members}} ${name};\n`;
}

function memberOf({ name, type, extents }: LibraryComponent): string {
  const bounds = (extents ?? []).map((n) => `[${n}]`).join('');
  if (type.base === 'character') return `char ${name}[${type.length}]`;
  return `${cType(type)} ${name}${bounds}`;
}

function cType(type: RowType): string {
  if (type.base === 'derived')
    return type.name === 'c_devptr' || type.name === 'c_ptr' ? 'void *' : `struct ${type.name}`;
  return 'kind' in type && type.kind === 8 ? 'size_t' : 'int';
}

function constantsText(): string {
  return Object.entries(constants)
    .filter(([name]) => name.startsWith('cuda') && !enumerated.some((word) => name.startsWith(word)))
    .map(([name, c]) => `#define ${name} ${c.value}\n`)
    .join('');
}
