/** The kernels that are compared, and what the machine has to do for each. */

export type Case = {
  readonly name: string;
  /** Bytes that memory must give and take at least, or operations of 128-bit lanes (a fused multiplication and addition is two). */
  readonly bytes?: number;
  readonly operations?: number;
  /** How much the outcomes may differ, as part of them. */
  readonly tolerance: number;
  /** The most that ours may take of gfortran's time. */
  readonly limit: number;
};

const long = 16 * 2 ** 20;
const many = 8 * 2 ** 20;
const plane = 2048 ** 2;
const cube = 128 ** 3;
const product = 2 * 1024 ** 3;
const options = 2 ** 20;
const keys = 256 * 1024;
const usual = 1.25;
const library = 1.67;

const moves = (name: string, bytes: number, tolerance = 0, limit = usual): Case => ({ name, bytes, tolerance, limit });
const computes = (name: string, operations: number, tolerance = 0, limit = usual): Case => ({
  name,
  operations,
  tolerance,
  limit,
});

const transposes = (n: number): readonly Case[] =>
  ['copy', 'naive', 'tile', 'padded', 'diagonal', 'cuf transpose'].map((kind) => moves(`${kind} ${n}`, 8 * n * n));

export const cases: readonly Case[] = [
  moves('copy f32', 8 * long),
  moves('triad f32', 12 * long),
  moves('copy f64', 8 * long),
  moves('triad f64', 12 * long),
  moves('cuf copy f32', 8 * long),
  moves('cuf triad f32', 12 * long),
  moves('cuf copy f64', 8 * long),
  moves('cuf triad f64', 12 * long),
  ...transposes(1024),
  ...transposes(4096),
  moves('nine points x', 8 * cube, 1e-5),
  moves('nine points y', 8 * cube, 1e-5),
  moves('nine points z', 8 * cube, 1e-5),
  moves('cuf nine points', 8 * cube, 1e-5),
  moves('Laplace 2D', 8 * plane, 1e-6),
  moves('cuf Laplace 2D', 8 * plane, 1e-6),
  computes('matrix product, tiled', product, 1e-5),
  computes('matrix product, naive', product, 1e-5),
  computes('cuf matrix product', product, 1e-5),
  computes('n-body', 19 * 4096 ** 2, 1e-3),
  computes('Black-Scholes', 120 * options, 1e-4, library),
  computes('sin and cos', 60 * options, 1e-4, library),
  computes('Monte Carlo, XORWOW', 34 * 65536 * 200),
  computes('path tracer', 192 * 128 * 4 * 3 * 150, 2e-2),
  moves('sum, shared memory', 4 * many, 1e-4),
  moves('sum, shuffle', 4 * many, 1e-4),
  moves('sum, atomic', 4 * many),
  moves('scan', 16 * many),
  moves('compaction', 10 * many),
  moves('bitonic sort', 171 * 8 * keys),
  moves('histogram', 4 * many),
];
