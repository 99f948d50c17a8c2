/** The kernels that the model of time is held against, and what each set of them stands for. Times were measured on an NVIDIA H200. */

export type KernelSet = {
  /** SET.cuf, SET.h200.txt, and SET.predicted.txt where it was predicted before it was measured. */
  readonly name: string;
  readonly title: string;
  readonly role: 'chosen by it' | 'mended by it' | 'held out';
  readonly about: string;
  /** Microseconds of an empty launch in the run of the set, where it has no launch named `empty`. */
  readonly empty?: number;
};

/** Of the machine and the run in which sets without an empty launch were measured. */
const empty = 4.4;

export const kernelSets: readonly KernelSet[] = [
  {
    name: 'kernels',
    title: 'Small kernels of many kinds',
    role: 'chosen by it',
    empty,
    about:
      'These kernels made the model: shares of the peak that copies reach, the costs of partial lines, blocks and launches, and how the parts add up were chosen by this table.',
  },
  {
    name: 'further',
    title: 'Twenty further kernels',
    role: 'mended by it',
    about: [
      'Codes for fluids, particles, sparse matrices, images, statistics and linear algebra, written anew and predicted before anything was measured. By this half the model was mended; what it lacked, by cause:',
      '',
      '- atomic functions: a slice of the second-level cache takes those of a sector together, one address after another (1.4 cycles, 3.3 for reals); as many lines at once as their hash spreads;',
      '- scattered loads: two lines are looked up each cycle, the banks of the first-level cache conflict as those of shared memory do; a sector alone costs the second-level cache as much as two;',
      '- what fits: up to 0.7 of the second-level cache stays there from launch to launch (it was half);',
      '- arrays of threads that do not fit into the first-level cache go beyond it;',
      '- blocks without stores end at once; integers of 32 bits become real(4) on the units for integers; quotients, roots and mathematics as they were measured one by one;',
      '- blocks that run too long to be looked at stand for the rest of themselves by the iterations of their loops.',
    ].join('\n'),
  },
  {
    name: 'further-held-out',
    title: 'Twenty further kernels, held out',
    role: 'held out',
    about:
      'The other half of the forty, by which nothing was chosen until `moments` showed that additions of reals to one line wait for each other across warps too, as those of one warp do (`constants.cuf`, add_reals_8): the other nineteen are held out still.',
  },
  {
    name: 'unseen',
    title: 'Twenty kernels as users write them',
    role: 'mended by it',
    empty,
    about:
      'Predicted before they were measured. `levels` and `edges` were mended since; the other eighteen are as they would be, were they held out.',
  },
  {
    name: 'classes',
    title: 'Kernels of other classes',
    role: 'mended by it',
    empty,
    about: 'Predicted before they were measured; what was learned of them is in the model.',
  },
  {
    name: 'classes-held-out',
    title: 'Kernels of other classes, written differently',
    role: 'mended by it',
    empty,
    about:
      'Held out when it was measured; the model has learned of some of them since, which of them was not written down.',
  },
  {
    name: 'held-out',
    title: 'Kernels of the first days',
    role: 'mended by it',
    empty,
    about:
      'Held out when it was measured; the model has learned of some of them since, which of them was not written down.',
  },
];
