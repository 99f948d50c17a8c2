/** Headers with the functions of NVIDIA's libraries, written from the table of their C names; types and constants stand in library/c beside them. */
import { type Letter, lettersOf } from '../runtime/cuda/libraries/signature.ts';
import { cFunctionArguments } from './c-functions.ts';

const cTypes: Readonly<Record<Letter, string>> = {
  h: 'const void *',
  r: 'const void *',
  i: 'int',
  l: 'long',
  f: 'float',
  d: 'double',
  p: 'const void *',
  s: 'const void *',
  c: 'char',
  I: 'int',
  L: 'long',
  B: 'long',
};

/** Functions whose last argument is a stream. */
const takesStream = /SetStream$|Async$/;

export const libraryHeaders: ReadonlyMap<string, string> = new Map(
  ['cublas', 'cusparse', 'cusolver', 'cufft'].map((library) => [`__${library}.h`, headerOf(library)]),
);

function headerOf(library: string): string {
  const lines = [...cFunctionArguments]
    .filter(([name]) => name.startsWith(library))
    .map(([name, takes]) => {
      const plain = name.replace(/_v2$/, '');
      const letters = lettersOf(takes);
      const params = letters.map((letter, i) => {
        if (letter === 'l' && i === letters.length - 1 && takesStream.test(plain)) return 'cudaStream_t';
        return library === 'cufft' && letter === 'h' ? 'long' : cTypes[letter];
      });
      const alias = plain === name ? '' : `#define ${plain} ${name}\n`;
      return `${alias}${library}Status_t ${name}(${params.join(', ')});\n`;
    });
  const open = '#ifdef __cplusplus\nextern "C" {\n#endif\n';
  return `#pragma once\n${open}${lines.join('')}#ifdef __cplusplus\n}\n#endif\n`;
}
