/** Functions of the system's libraries that give memory for the program's data: it comes from the program's own, where its code and theirs both reach it. */
import { nowhere } from '../../base/source.ts';
import { i64, local, op } from '../../ir/build.ts';
import type { Extern, Fn } from '../../ir/module.ts';

/** Bytes that they take for each unit of their argument; fftw3.h. */
const bytesEach: Readonly<Record<string, number | undefined>> = {
  fftw_malloc: 1,
  fftw_alloc_real: 8,
  fftw_alloc_complex: 16,
  fftwf_malloc: 1,
  fftwf_alloc_real: 4,
  fftwf_alloc_complex: 8,
};

const releases: readonly string[] = ['fftw_free', 'fftwf_free'];

/** Undefined where it is none of them, or declared in a way that is not theirs. */
export function allocatorFor({ name, params, results }: Extern): Fn | undefined {
  const bytes = bytesEach[name];
  const isOne = params.length === 1;
  if (bytes !== undefined && isOne && params[0] === 'i64' && results[0] === 'ptr.host')
    return {
      ...shell(name, 'malloc'),
      results: ['ptr.host'],
      locals: [
        { name: 'count', type: 'i64' },
        { name: 'p', type: 'ptr.host' },
      ],
      body: [
        {
          kind: 'call',
          callee: { kind: 'direct', name: 'malloc' },
          args: [op('mul', [local(0, 'i64'), i64(bytes)])],
          results: [1],
        },
        { kind: 'return', values: [local(1, 'ptr.host')] },
      ],
    };
  if (releases.includes(name) && isOne && params[0] === 'ptr.host' && results.length === 0) return shell(name, 'free');
  return undefined;
}

/** Calls a routine of the C library with its argument. */
function shell(name: string, callee: string): Fn {
  return {
    name,
    kind: 'host',
    params: 1,
    results: [],
    locals: [{ name: 'p', type: 'ptr.host' }],
    slots: [],
    body: [
      { kind: 'call', callee: { kind: 'direct', name: callee }, args: [local(0, 'ptr.host')], results: [] },
      { kind: 'return', values: [] },
    ],
    at: nowhere,
  };
}
