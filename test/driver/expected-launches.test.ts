/** What is known of launches before they come: the sizes of blocks that kernels are written for beforehand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Files } from '../../src/driver/files.ts';
import type { Image } from '../../src/driver/link.ts';
import { defaults } from '../../src/driver/options.ts';
import { compileInputs, imageToKeep, linkInputs } from '../../src/driver/program.ts';
import { builtDisk } from '../built-disk.ts';

const kernels = `module kernels
  use cudafor
  type(dim3) :: given = dim3(64, 2, 1)
contains
  attributes(global) subroutine set(a)
    integer :: a(*)
    a(threadIdx%x) = blockDim%x
  end subroutine
end module
`;

function imageOf(statements: string, name = 'main.cuf', before = kernels): Image {
  const text = name.endsWith('.cu')
    ? statements
    : `${before}program p\nuse kernels\ninteger, device :: d(1024)\ntype(dim3) :: b\ninteger :: n, i\n${statements}end program\n`;
  const files: Files = { ...builtDisk, read: (path) => (path === name ? { text } : builtDisk.read(path)) };
  const inputs = compileInputs({ ...defaults, inputs: [name] }, files);
  const { program, diagnostics } = linkInputs(inputs, files);
  assert.ok(program, [...inputs.diagnostics, ...diagnostics].map((d) => d.message).join('\n'));
  return imageToKeep(program, defaults, (fn) => fn.at.source.path === name);
}

/** The blocks that each kernel is written for; `any` where it is written for all others as well. */
function written({ kernels: { kernels: any, versions = [] } }: Image): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, string[]> = {};
  const add = (kernel: string, block: string): void => {
    found[kernel] = [...(found[kernel] ?? []), block];
  };
  for (const { shape, kernels } of versions)
    for (const k of kernels)
      add(k.name, [...shape.block, ...(shape.dynamic > 0 ? [`${shape.dynamic} bytes`] : [])].join());
  for (const k of any) add(k.name, 'any');
  return found;
}

const cases: readonly (readonly [string, string, readonly string[]])[] = [
  ['a number', 'call set<<<4, 256>>>(d)\n', ['256,1,1']],
  ['two numbers', 'call set<<<4, 256>>>(d)\ncall set<<<4, 96>>>(d)\n', ['256,1,1', '96,1,1']],
  [
    'a third is one of any',
    'do i = 1, 3\ncall set<<<4, 32*i>>>(d)\nend do\ncall set<<<4, 96>>>(d)\n',
    ['96,1,1', 'any'],
  ],
  ['a variable that is set once', 'b = dim3(16, 8, 1)\ncall set<<<4, b>>>(d)\n', ['16,8,1']],
  [
    'a variable that is set twice',
    'n = 32\ncall set<<<4, n>>>(d)\nn = 64\ncall set<<<4, n>>>(d)\n',
    ['32,1,1', '64,1,1'],
  ],
  ['an initial value', 'call set<<<4, given>>>(d)\n', ['64,2,1']],
  [
    'dynamic shared memory',
    'n = 512\ncall set<<<4, 64, n>>>(d)\ncall set<<<4, 64>>>(d)\n',
    ['64,1,1,512 bytes', '64,1,1'],
  ],
  ['dynamic shared memory that is read', 'read *, n\ncall set<<<4, 64, n>>>(d)\n', ['any']],
  ['what is read', 'read *, n\ncall set<<<4, n>>>(d)\n', ['any']],
  ['too many threads', 'call set<<<4, dim3(64, 64, 1)>>>(d)\n', ['any']],
];
for (const [name, statements, blocks] of cases)
  test(name, () => {
    assert.deepEqual(written(imageOf(statements))['kernels.set'], blocks);
  });

test('CUF kernels have the shape that the simulated device chooses', () => {
  const blocks = Object.values(
    written(
      imageOf(`!$cuf kernel do <<<*, *>>>
do i = 1, 1024
d(i) = i
end do
!$cuf kernel do <<<*, 64>>>
do i = 1, 1024
d(i) = d(i) + 1
end do
n = 0
!$cuf kernel do <<<*, *>>>
do i = 1, 1024
n = n + d(i)
end do
print *, n
`),
    ),
  );
  assert.deepEqual(blocks, [['128,1,1'], ['64,1,1'], ['16,1,1']]);
});

test('CUDA C', () => {
  const text = `__global__ void set(int *a) { a[threadIdx.x] = 1; }
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  dim3 grid(4, 1), block(32, 4);
  set<<<grid, block>>>(d);
  set<<<4, 256>>>(d);
  cudaDeviceSynchronize();
}
`;
  assert.deepEqual(Object.values(written(imageOf(text, 'main.cu'))), [['32,4,1', '256,1,1']]);
});
