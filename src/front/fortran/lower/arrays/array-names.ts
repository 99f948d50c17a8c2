/** The intrinsics that look at whole arrays: every other one acts on each element. */
const transforming = new Set([
  'sum',
  'product',
  'maxval',
  'minval',
  'count',
  'any',
  'all',
  'parity',
  'maxloc',
  'minloc',
  'findloc',
  'dot_product',
  'matmul',
  'transpose',
  'reshape',
  'spread',
  'pack',
  'unpack',
  'cshift',
  'eoshift',
  'size',
  'shape',
  'lbound',
  'ubound',
  'norm2',
  'iall',
  'iany',
  'iparity',
  'transfer',
]);

export function isTransforming(name: string): boolean {
  return transforming.has(name);
}
