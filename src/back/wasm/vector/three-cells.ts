/** Structures of three cells of four bytes, as points in space are: three vectors hold those of four lanes, and are taken apart into the three components, or put together of them. */

/** Bytes that a shuffle of two vectors takes. */
type Bytes = readonly number[];

const lanes = [0, 1, 2, 3];

/** The component of which vector `v` holds a cell in lane `l`, and the lane that this cell belongs to. */
const componentAt = (v: number, l: number): number => (4 * v + l) % 3;
const laneAt = (v: number, l: number): number => Math.floor((4 * v + l) / 3);

/** The vector that holds component `c` in lane `l`. */
const vectorWith = (c: number, l: number): number => [0, 1, 2].find((v) => componentAt(v, l) === c) ?? 0;

const bytesOf = (cells: readonly number[]): Bytes => cells.flatMap((cell) => [0, 1, 2, 3].map((i) => 4 * cell + i));

/** Lanes of the second vector in place of the first one's where `isSecond` says so: all stay where they are. */
const blend = (isSecond: (l: number) => boolean): Bytes => bytesOf(lanes.map((l) => (isSecond(l) ? 4 + l : l)));

/** Of component `c`: the second vector's cells into the first one's places, then the third one's. */
export function componentOf(c: number): readonly [Bytes, Bytes] {
  const from = (v: number): Bytes => blend((l) => vectorWith(c, l) === v);
  return [from(1), from(2)];
}

/** Of vector `v`: the second component's cells into the first one's places, then the third one's. */
export function vectorOf(v: number): readonly [Bytes, Bytes] {
  const from = (c: number): Bytes => blend((l) => componentAt(v, l) === c);
  return [from(1), from(2)];
}

/** Where blending takes the cells of component `c` from, or leaves them: each lane's. */
export const inPlaces = (c: number): Bytes => bytesOf(lanes.map((l) => laneAt(vectorWith(c, l), l)));

/** The same backwards: the cells of a component as blending leaves them, in the order of the lanes. */
export function inOrder(c: number): Bytes {
  const places = lanes.map((l) => laneAt(vectorWith(c, l), l));
  return bytesOf(lanes.map((lane) => places.indexOf(lane)));
}
