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
  readonly latencies: Latencies;
  /** Microseconds that a launch takes besides. */
  readonly launch: number;
};

const lanes = (fp32: number, fp64: number, int = 64): Gpu['lanes'] => ({ fp32, fp64, int, special: 16, control: 64 });
const hopper = {
  clock: 1.755,
  lanes: lanes(128, 64),
  issue: 4,
  first: 262_144,
  unified: true,
  secondBytes: 3600,
  latencies: { first: 38, second: 265, memory: 640, shared: 30 },
  launch: 2.4,
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
    latencies: { first: 82, second: 234, memory: 480, shared: 24 },
    launch: 3,
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
    latencies: { first: 28, second: 193, memory: 420, shared: 19 },
    launch: 2.6,
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
    latencies: { first: 32, second: 188, memory: 430, shared: 19 },
    launch: 2.6,
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
    latencies: { first: 33, second: 230, memory: 560, shared: 23 },
    launch: 2.5,
  },
  h100: { ...hopper, second: 52_428_800, bandwidth: 3352, reached: 0.82 },
  h200: { ...hopper, second: 62_914_560, bandwidth: 4800, reached: 0.82 },
};
