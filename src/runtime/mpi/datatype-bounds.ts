/** What the library knows of the place that a datatype's values take. */
import type { MpiLibrary } from './mpi-library.ts';
import type { MpiMemory } from './mpi-memory.ts';

/** In bytes behind an element's address: where its data begin and end, and how far the next element lies. `size`: of the data themselves. */
export type DatatypeBounds = {
  readonly from: number;
  readonly to: number;
  readonly extent: number;
  readonly size: number;
};

/** `datatype`: the library's own number. */
export function datatypeBounds(datatype: number, memory: MpiMemory, library: MpiLibrary): DatatypeBounds {
  const mark = memory.mark;
  const cells = memory.take(8);
  memory.setWord(cells, datatype);
  const [type = 0, first = 0, second = 0, error = 0] = [0, 8, 16, 24].map((at) => memory.native(cells + at));
  const asked = (name: string): readonly [number, number] => {
    library.required(name, 4)([type, first, second, error]);
    const { view } = memory.program;
    return [Number(view.getBigInt64(cells + 8, true)), Number(view.getBigInt64(cells + 16, true))];
  };
  const [from, bytes] = asked('mpi_type_get_true_extent');
  const [, extent] = asked('mpi_type_get_extent');
  library.required('mpi_type_size', 3)([type, first, error]);
  const size = memory.word(cells + 8);
  memory.release(mark);
  return { from, to: from + bytes, extent, size };
}
