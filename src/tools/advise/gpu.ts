/**
 * What the model of time must know of a GPU besides its properties. Sources: NVIDIA's white papers and the tables of throughput in the CUDA C++ Programming Guide for
 * units and caches; latencies as Jia et al. (arXiv 1804.06826, 1903.07486), Abdelkhalik et al. (arXiv 2208.11174) and Luo et al. (arXiv 2402.13499) have measured them;
 * shares of the peak that copies reach from bench/model/RESULTS.md.
 */
import type { ModelName } from '../../machine/models.ts';
import type { Latencies } from './accesses.ts';
import type { UnitName } from './counts.ts';

export type Gpu = {
  /** GHz that it runs at under load. */
  readonly clock: number;
  /** Lanes of a multiprocessor for each kind of instruction, each cycle. */
  readonly lanes: Readonly<Record<UnitName, number>>;
  /** Instructions that a multiprocessor issues each cycle. */
  readonly issue: number;
  /** Bytes of the first-level cache and shared memory together; on P100 of the cache alone. */
  readonly first: number;
  /** Shared memory and first-level cache are one unit. */
  readonly unified: boolean;
  readonly second: number;
  /** GB/s: at most, and what part of it copies reach. */
  readonly bandwidth: number;
  readonly reached: number;
  /** Bytes that the second-level cache gives each cycle. */
  readonly secondBytes: number;
  /** Cycles of a multiprocessor for each line of 128 bytes in which a store writes a sector in part. */
  readonly partialLine: number;
  readonly latencies: Latencies;
  /** Microseconds that a launch takes besides. */
  readonly launch: number;
};

const lanes = (fp32: number, fp64: number, int = 64): Gpu['lanes'] => ({ fp32, fp64, int, special: 16, control: 64 });
const hopper = {
  // Products and sums with two constants do not reach all 128.
  // Shifts and products of integers go through the units for single precision too.
  lanes: lanes(96, 64, 88),
  issue: 4,
  first: 262_144,
  unified: true,
  secondBytes: 5000,
  latencies: { first: 38, second: 265, memory: 800, shared: 30 },
  launch: 5,
} as const;

export const gpus: Readonly<Record<ModelName, Gpu>> = {
  p100: {
    clock: 1.328,
    lanes: lanes(64, 32),
    issue: 2,
    first: 24_576,
    unified: false,
    second: 4_194_304,
    bandwidth: 732,
    reached: 0.66,
    secondBytes: 1024,
    partialLine: 5.2,
    latencies: { first: 82, second: 234, memory: 580, shared: 24 },
    launch: 4,
  },
  v100: {
    clock: 1.53,
    lanes: lanes(64, 32),
    issue: 4,
    first: 131_072,
    unified: true,
    second: 6_291_456,
    bandwidth: 900,
    reached: 0.82,
    secondBytes: 2048,
    partialLine: 6.2,
    latencies: { first: 28, second: 193, memory: 520, shared: 19 },
    launch: 4,
  },
  t4: {
    clock: 1.2,
    lanes: lanes(64, 2),
    issue: 4,
    first: 65_536,
    unified: true,
    second: 4_194_304,
    bandwidth: 320,
    reached: 0.8,
    secondBytes: 1024,
    partialLine: 6,
    latencies: { first: 32, second: 188, memory: 530, shared: 19 },
    launch: 4,
  },
  a100: {
    clock: 1.41,
    lanes: lanes(64, 32),
    issue: 4,
    first: 196_608,
    unified: true,
    second: 41_943_040,
    bandwidth: 1555,
    reached: 0.87,
    secondBytes: 3600,
    partialLine: 4.4,
    latencies: { first: 33, second: 230, memory: 650, shared: 23 },
    launch: 4,
  },
  h100: { ...hopper, clock: 1.755, partialLine: 4.6, second: 52_428_800, bandwidth: 3352, reached: 0.82 },
  h200: { ...hopper, clock: 1.98, partialLine: 3.9, second: 62_914_560, bandwidth: 4800, reached: 0.82 },
};
